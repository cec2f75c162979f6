#!/usr/bin/env bash
# featmap as its users meet it: in hook runners, in a GitHub action, in the readers of its
# reports. Installs what it needs below target/e2e, at the versions named beside this file;
# needs Linux, Rust, git, Python 3.10 and Node 18. One part: run.sh hooks|action|reports|lint
set -euo pipefail
cd "$(dirname "$0")/../.."

root=$PWD
e2e=$root/target/e2e
here=$root/tests/e2e
part=${1:-all}
mkdir -p "$e2e"

# Colours, formats and roots of the caller would change what is seen.
unset FEATMAP_OUTPUT_FORMAT GITHUB_ACTIONS GITHUB_WORKSPACE CLICOLOR_FORCE PYTHONPATH
export NO_COLOR=1 PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_QUIET=1

say() { printf '\n== e2e: %s\n' "$1"; }

install_tools() {
  local wanted
  wanted=$(cat "$here/requirements.txt" "$here/package.json" | sha256sum)
  if [ "$(cat "$e2e/tools/wanted" 2>/dev/null)" != "$wanted" ]; then
    say "install the tools"
    rm -rf "$e2e/tools"
    mkdir -p "$e2e/tools/npm"
    python3 -m venv "$e2e/tools/python"
    "$e2e/tools/python/bin/pip" install --requirement "$here/requirements.txt"
    cp "$here/package.json" "$e2e/tools/npm/"
    (cd "$e2e/tools/npm" && npm install --ignore-scripts --no-audit --no-fund --no-package-lock --silent)
    chmod +x "$e2e/tools/npm/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool"
    printf '%s' "$wanted" >"$e2e/tools/wanted"
  fi
  export PATH=$e2e/tools/python/bin:$PATH
}

# What is tested: one build, and a repository with the files as they are now.
prepare() {
  say "build"
  cargo build --locked --quiet
  export FEATMAP=${CARGO_TARGET_DIR:-$root/target}/debug/featmap
  rm -rf "$e2e/repository" "$e2e/scratch"
  mkdir -p "$e2e/repository" "$e2e/scratch"
  git ls-files -z --cached --others --exclude-standard |
    while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
    tar --create --null --files-from=- | tar --extract --directory "$e2e/repository"
  (
    cd "$e2e/repository"
    git init --quiet --initial-branch main
    git add --all
    git -c user.name=e2e -c user.email=e2e@example.test commit --quiet --message "As it is"
    git tag v1
  )
  export E2E=$e2e HERE=$here
  # The shape of a release build, without its time: builds from source share one folder.
  export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
  export CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_STRIP=none
}

lint() {
  say "the definitions: schemas, zizmor, jactionlint, shellcheck"
  cd "$e2e/repository"
  pre-commit validate-manifest .pre-commit-hooks.yaml
  prek validate-manifest .pre-commit-hooks.yaml
  check-jsonschema --builtin-schema vendor.github-actions action.yml
  check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
  zizmor --offline --no-progress --strict-collection --persona=auditor action.yml .github/workflows
  jactionlint action.yml .github/workflows/*.yml
  shellcheck action/run.sh tests/e2e/run.sh tests/e2e/faults tests/e2e/places .ci/run .ci/long
  cd "$root"
  say "the dependencies: licences, bans, sources"
  cargo deny --offline check licenses bans sources
}

install_tools
prepare
case $part in
  all)
    lint
    say "hooks"
    python "$here/hooks.py"
    say "action"
    python "$here/action.py"
    say "reports"
    python "$here/reports.py"
    ;;
  lint) lint ;;
  *) python "$here/$part.py" ;;
esac
say "all of it held"
