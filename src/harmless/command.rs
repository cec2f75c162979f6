//! Lines that a runner shall obey.

use crate::harmless::text;

/// A workflow command of GitHub's runner: `::name key=value,…::message`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command(pub(super) String);

impl Command {
    /// A command of ours. Properties and message may hold foreign text: the runner reads back
    /// what [`text`] makes of it, and a line end as it is.
    pub fn new(name: &'static str, properties: &[(&'static str, String)], message: &str) -> Self {
        let mut line = format!("::{name}");
        for (number, (key, value)) in properties.iter().enumerate() {
            line.push(if number == 0 { ' ' } else { ',' });
            line.push_str(key);
            line.push('=');
            line.push_str(&escaped(value).replace(':', "%3A").replace(',', "%2C"));
        }
        line.push_str("::");
        line.push_str(&escaped(message));
        Self(line)
    }
}

/// Command data: `%`, CR and LF by the runner's own escapes, the rest as [`text`] shows it.
fn escaped(foreign: &str) -> String {
    let mut out = String::with_capacity(foreign.len() + 16);
    let mut rest = foreign;
    while let Some((before, end)) = rest.find(['\r', '\n']).and_then(|at| rest.split_at_checked(at))
    {
        out.push_str(&text(before).replace('%', "%25"));
        out.push_str(if end.starts_with('\r') { "%0D" } else { "%0A" });
        rest = end.get(1..).unwrap_or_default();
    }
    out.push_str(&text(rest).replace('%', "%25"));
    out
}

#[cfg(test)]
mod tests {
    use super::Command;

    #[test]
    fn a_command_holds_what_was_meant_and_no_other() {
        let file = [("file", "a,b:c%0A\r\n.md".to_owned()), ("line", "3".to_owned())];
        let command = Command::new("error", &file, "x%0A::y\n\u{1b}##[z]");
        assert_eq!(
            command.0,
            "::error file=a%2Cb%3Ac%250A%0D%0A.md,line=3::x%250A::y%0A\\u{1b}##\\[z]"
        );
    }
}
