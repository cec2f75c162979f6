//! What users see: each file in `tests/cmd` is a story of commands with their output, told
//! over the folder of the same name that ends in `.in`.
//!
//! `TRYCMD=overwrite cargo test --test cmd` writes the output of today into the stories; read
//! the difference before you keep it.

#![expect(clippy::expect_used, reason = "a test may panic")]

#[test]
fn stories() {
    sandboxed();
    let cases = trycmd::TestCases::new();
    cases.case("tests/cmd/*.trycmd").case("tests/cmd/*.toml").case("README.md").case("docs/*.md");
}

/// A story with a folder `NAME.out` runs in a copy of `NAME.in` outside this repository, which
/// is what keeps the search for a map from ending at our own. The folders are empty, and git
/// does not keep them.
fn sandboxed() {
    for entry in std::fs::read_dir("tests/cmd").expect("the stories stand in tests/cmd") {
        let path = entry.expect("a folder's entries can be read").path();
        if path.extension().is_some_and(|extension| extension == "in") {
            let out = path.with_extension("out");
            std::fs::create_dir_all(&out).expect("an empty folder can be made beside a story");
        }
    }
}
