#!/usr/bin/env bash
# The action: gets featmap, runs it once, hands on what that run said.
#
# What is checked out may be hostile. Nothing is started from it: all steps but featmap's own
# run happen in a folder of the runner's, and no input is ever read by a shell. Only numbers,
# fixed words and paths of the runner's are written to its command files.
#
# Beside the inputs (docs/github-action.md):
#   FEATMAP_BINARY    a featmap to run, in place of any installation; an absolute path
#   FEATMAP_ARCHIVES  a folder with release archives, in place of the network
set -euo pipefail
export LC_ALL=C

action=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
workspace=${GITHUB_WORKSPACE:-$PWD}
work=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/featmap.XXXXXXXX")
cd "$work"

output() {
  printf '%s=%s\n' "$1" "$2" >>"${GITHUB_OUTPUT:-/dev/null}"
}

# Ends the step; takes words of ours, never text from elsewhere.
fail() {
  printf '::error title=featmap::%s\n' "$1"
  output exit-code 2
  output clean false
  exit 2
}

check_switch() {
  case $2 in
    true | false) ;;
    *) fail "the input $1 must be true or false" ;;
  esac
}

check_inputs() {
  check_switch annotations "${INPUT_ANNOTATIONS:=true}"
  check_switch summary "${INPUT_SUMMARY:=true}"
  check_switch impact "${INPUT_IMPACT:=false}"
  check_switch install-only "${INPUT_INSTALL_ONLY:=false}"
  case ${INPUT_FAIL_ON:=} in
    "" | error | warning | info | never) ;;
    *) fail "the input fail-on must be error, warning, info or never" ;;
  esac
  version=${INPUT_VERSION:-$own}
  version=${version#v}
  if ! [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]]; then
    fail "the input version must be a version such as $own"
  fi
}

# The target of the release archive for this runner; nothing where there is none.
target() {
  case ${RUNNER_OS:-$(uname -s)}-${RUNNER_ARCH:-$(uname -m)} in
    Linux-X64 | Linux-x86_64) echo x86_64-unknown-linux-musl ;;
    Linux-ARM64 | Linux-aarch64) echo aarch64-unknown-linux-musl ;;
    macOS-X64 | Darwin-x86_64) echo x86_64-apple-darwin ;;
    macOS-ARM64 | Darwin-arm64) echo aarch64-apple-darwin ;;
    Windows-X64) echo x86_64-pc-windows-msvc ;;
    Windows-ARM64) echo aarch64-pc-windows-msvc ;;
  esac
}

fetch() {
  if [ -n "${FEATMAP_ARCHIVES:-}" ]; then
    cp "$FEATMAP_ARCHIVES/$1" "$1"
    return
  fi
  local address=https://github.com/featmap/featmap/releases/download/v$version/$1
  if command -v curl >/dev/null; then
    curl --proto '=https' --tlsv1.2 --fail --silent --show-error --location --retry 3 \
      --output "$1" "$address"
  elif command -v wget >/dev/null; then
    wget --https-only --quiet --tries=3 --output-document="$1" "$address"
  else
    echo "featmap: neither curl nor wget is here"
    return 1
  fi
}

sha256() {
  if command -v sha256sum >/dev/null; then
    sha256sum "$1" | cut -d ' ' -f 1
  else
    shasum -a 256 "$1" | cut -d ' ' -f 1
  fi
}

# Takes the release archive, where the table of checksums knows the version. Fails where there
# is none to take; ends the step where one is not what it should be.
install_archive() {
  if ! awk -v version="$version" '$2 == version { found = 1 } END { exit !found }' \
    "$action/action/checksums.txt"; then
    [ "$version" = "$own" ] || fail "action/checksums.txt does not know that version"
    return 1
  fi
  local target archive known
  target=$(target)
  [ -n "$target" ] || return 1
  archive=featmap-$target.tar.gz
  known=$(awk -v version="$version" -v archive="$archive" \
    '$2 == version && $3 == archive { print $1 }' "$action/action/checksums.txt")
  [ -n "$known" ] || fail "action/checksums.txt has no checksum for this runner's archive"
  fetch "$archive" || return 1
  [ "$(sha256 "$archive")" = "$known" ] || fail "the archive is not the one that was released"
  tar -xzf "$archive"
  binary=$work/featmap-$target/featmap$suffix
}

# Builds the action's own source. Cargo runs outside the checked-out tree, with its own
# toolchain: it would obey configuration files of the folder that it runs in.
install_source() {
  [ "$version" = "$own" ] || fail "the archive of that version could not be had"
  command -v cargo >/dev/null || fail "there is no archive for this runner, and no cargo to build with"
  RUSTUP_TOOLCHAIN=stable cargo install --quiet --locked --path "$action" --root "$work/install" \
    --target-dir "${CARGO_TARGET_DIR:-$work/target}"
  binary=$work/install/bin/featmap$suffix
}

install() {
  suffix=
  [ "${RUNNER_OS:-}" != Windows ] || suffix=.exe
  if [ -n "${FEATMAP_BINARY:-}" ]; then
    case $FEATMAP_BINARY in
      /* | [A-Za-z]:*) binary=$FEATMAP_BINARY ;;
      *) fail "FEATMAP_BINARY must be an absolute path" ;;
    esac
  else
    install_archive || install_source
  fi
  [ -x "$binary" ] || fail "featmap could not be installed"
  local said
  said=$("$binary" --version) || fail "featmap does not start on this runner"
  if ! [[ $said =~ ^featmap\ ([0-9A-Za-z.-]+)$ ]]; then
    fail "that is no featmap"
  fi
  output version "${BASH_REMATCH[1]}"
}

# The further arguments, as they are: a line each, or a word each.
read_args() {
  args=()
  local line
  case ${INPUT_ARGS:=} in
    *$'\n'*)
      while IFS= read -r line || [ -n "$line" ]; do
        line=${line%$'\r'}
        [ -z "$line" ] || args+=("$line")
      done <<<"$INPUT_ARGS"
      ;;
    *) read -r -a args <<<"$INPUT_ARGS" || true ;;
  esac
}

run() {
  local arguments=(check --report "json=$work/report.json" --report "markdown=$work/summary.md")
  [ "$INPUT_ANNOTATIONS" = false ] || arguments+=(--report "github=$work/annotations.txt")
  [ -z "${INPUT_SARIF_FILE:-}" ] || arguments+=(--report "sarif=$INPUT_SARIF_FILE")
  [ -z "${INPUT_CONFIG:-}" ] || arguments+=("--config=$INPUT_CONFIG")
  [ -z "$INPUT_FAIL_ON" ] || arguments+=("--fail-on=$INPUT_FAIL_ON")
  read_args
  status=0
  # A format is named, so that annotations are made once, below. `args` may name another.
  (
    cd "$workspace"
    FEATMAP_OUTPUT_FORMAT=full "$binary" "${arguments[@]}" ${args[@]+"${args[@]}"} \
      -- "${INPUT_PATH:-.}"
  ) || status=$?
}

# What the pull request makes untrue. The worse status of the two runs counts.
run_impact() {
  [ "$INPUT_IMPACT" = true ] || return 0
  if [ -z "${GITHUB_BASE_REF:-}" ]; then
    echo "featmap: this is no pull request, so there is no change to look at"
    return
  fi
  local arguments=(impact --report "markdown=$work/impact.md") own=0
  [ "$INPUT_ANNOTATIONS" = false ] || arguments+=(--report "github=$work/impact.txt")
  [ -z "${INPUT_CONFIG:-}" ] || arguments+=("--config=$INPUT_CONFIG")
  [ -z "$INPUT_FAIL_ON" ] || arguments+=("--fail-on=$INPUT_FAIL_ON")
  (
    cd "$workspace"
    FEATMAP_OUTPUT_FORMAT=full "$binary" "${arguments[@]}" -- "${INPUT_PATH:-.}"
  ) || own=$?
  [ "$own" -le "$status" ] || status=$own
}

# The annotations of both runs: a place is told once, and of a kind ten, for a runner drops more.
# The summary has them all.
annotate() {
  touch annotations.txt impact.txt
  awk '{ kind = $1; place = substr($0, 1, index(substr($0, 3), "::") + 1) }
    FILENAME == "annotations.txt" { told[place] = 1 }
    FILENAME == "impact.txt" && place in told { next }
    ++count[kind] <= 10' annotations.txt impact.txt
}

# What the runs said, to the runner.
hand_on() {
  output exit-code "$status"
  if [ ! -f report.json ]; then
    no_report
    return
  fi
  # The report's own keys: no text from a file can begin a line with two blanks and a quote.
  output clean "$(sed -n 's/^  "clean": \([a-z]*\),*$/\1/p' report.json)"
  output findings "$(awk '/^  "findings": \[/ { inside = 1 } /^  \]/ { inside = 0 }
    inside && /^      "rule": / { count++ } END { print count + 0 }' report.json)"
  output report "$work/report.json"
  annotate
  local file
  for file in summary.md impact.md; do
    [ "$INPUT_SUMMARY" = false ] || [ ! -f "$file" ] ||
      cat "$file" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
  done
}

# There is no report: the map was not found, or the configuration is wrong.
no_report() {
  output clean false
  [ "$INPUT_ANNOTATIONS" = false ] ||
    echo "::error title=featmap::the check could not be done; the log of this step says why"
  [ "$INPUT_SUMMARY" = false ] ||
    printf '### featmap: the check could not be done\n\nThe log of the step says why.\n' \
      >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
}

own=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$action/Cargo.toml")
check_inputs
install
if [ "$INPUT_INSTALL_ONLY" = true ]; then
  dirname "$binary" >>"${GITHUB_PATH:-/dev/null}"
  output exit-code 0
  exit 0
fi
run
run_impact
hand_on
exit "$status"
