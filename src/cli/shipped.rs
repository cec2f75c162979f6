//! Completion scripts and manual pages: files of the repository, where who packages featmap
//! finds them too. `tests/shipped.rs` writes them from the command line, and holds them to it.

/// The completion script of each shell.
pub(super) const SCRIPTS: [(&str, &str); 5] = [
    ("bash", include_str!("../../completions/featmap.bash")),
    ("elvish", include_str!("../../completions/featmap.elv")),
    ("fish", include_str!("../../completions/featmap.fish")),
    ("powershell", include_str!("../../completions/_featmap.ps1")),
    ("zsh", include_str!("../../completions/_featmap")),
];

/// The manual page of featmap.
pub(super) const MANUAL: &str = include_str!("../../man/featmap.1");

/// The manual page of each command.
pub(super) const MANUALS: [(&str, &str); 9] = [
    ("check", include_str!("../../man/featmap-check.1")),
    ("query", include_str!("../../man/featmap-query.1")),
    ("impact", include_str!("../../man/featmap-impact.1")),
    ("which", include_str!("../../man/featmap-which.1")),
    ("rule", include_str!("../../man/featmap-rule.1")),
    ("init", include_str!("../../man/featmap-init.1")),
    ("config", include_str!("../../man/featmap-config.1")),
    ("completions", include_str!("../../man/featmap-completions.1")),
    ("man", include_str!("../../man/featmap-man.1")),
];

/// The text of a name in a list of them.
pub(super) fn named(texts: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    texts.iter().find(|(own, _)| *own == name).map(|(_, text)| *text)
}
