//! Why a reference was not judged.

use std::fmt;

use crate::diagnostic::grouped;

/// The reasons; the order is that of the verdict line where counts are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skip {
    /// Missing, and no commit ever held it.
    NeverTracked,
    /// Missing, and there is no history to say whether it was ever there.
    NoHistory,
    /// Missing, and not in the latest 128 MiB of past contents.
    LongAgo,
    /// A plain word, missing now; the file of the past that held it has nothing to do with the
    /// page.
    Unrelated,
    /// A file name without a folder: there may be many, at run time too.
    BareName,
    /// A pattern that no tracked folder anchors.
    Glob,
    /// A pattern after 500 others.
    TooMany,
    /// An address in the net.
    Url,
    /// It begins with `/`, `~`, `$`, `-`, `@` or a drive: not of this repository.
    Outside,
    /// `<name>`, `{id}`, `...`, `NNNN`: it stands for something else.
    Placeholder,
    /// Characters that paths rarely hold.
    OtherCharacters,
    /// `owner/repo`, `feature/foo`: two words and no extension, below no tracked folder.
    NoPath,
    /// `application/json`.
    MediaType,
    /// Git ignores it: a build's output, say.
    Ignored,
    /// Inside another repository, or behind a symbolic link.
    Submodule,
    /// The configuration's `foreign` names it.
    Foreign,
    /// The configuration's `stop-words` names it.
    StopWord,
    /// The configuration's `exclude` names the page.
    ExcludedPage,
    /// Words around it say that it was removed, renamed or replaced, or is not there.
    Removed,
    /// In an entry that begins with a day, and tells of it.
    Dated,
    /// In a record of what a change did to files: "Files modified".
    Record,
    /// Words around it say that it is planned.
    Planned,
    /// Words before it say to create it.
    Create,
    /// Words around it say that it may be there: "if `x` exists", "optional: `x`".
    Perhaps,
    /// Words before it say that a program makes it: "writes `x`".
    Output,
    /// Words before it say that it is an example.
    Example,
    /// Words around it say that another repository has it.
    OtherRepository,
    /// In a quotation.
    Quoted,
    /// The name occurs in a block of code on the same page.
    Sample,
    /// The label of a link.
    Label,
    /// A sparse checkout leaves out files that may hold it.
    Sparse,
    /// Not found, and not all files could be read, or a past content was too large: one of them may
    /// hold it.
    Unread,
    /// A file or program of a package that a manifest names.
    Package,
    /// A command whose manifest is not there, or cannot be read to its end.
    Manifest,
}

impl Skip {
    /// Words for it, to go after a count.
    pub const fn words(self) -> &'static str {
        match self {
            Self::NeverTracked => "never tracked",
            Self::NoHistory => "without history",
            Self::LongAgo => "not in late history",
            Self::Unrelated => "of unrelated files",
            Self::BareName => "bare names",
            Self::Glob => "globs",
            Self::TooMany => "globs too many",
            Self::Url => "addresses",
            Self::Outside => "outside",
            Self::Placeholder => "placeholders",
            Self::OtherCharacters => "odd characters",
            Self::NoPath => "no paths",
            Self::MediaType => "media types",
            Self::Ignored => "git-ignored",
            Self::Submodule => "in submodules",
            Self::Foreign => "foreign",
            Self::StopWord => "stop words",
            Self::ExcludedPage => "on excluded pages",
            Self::Removed => "said to be gone",
            Self::Dated => "in dated entries",
            Self::Record => "in records of changes",
            Self::Planned => "planned",
            Self::Create => "to be created",
            Self::Perhaps => "said to be optional",
            Self::Output => "made by programs",
            Self::Example => "examples",
            Self::OtherRepository => "of other repositories",
            Self::Quoted => "quoted",
            Self::Sample => "samples",
            Self::Label => "link labels",
            Self::Sparse => "not checked out",
            Self::Unread => "with files unread",
            Self::Package => "of packages",
            Self::Manifest => "without manifest",
        }
    }

    /// A count with words for it: `1 glob`, `2 globs`, `1 said to be gone`.
    pub fn counted(self, number: usize) -> String {
        let one = match self {
            Self::BareName => "bare name",
            Self::Glob => "glob",
            Self::TooMany => "glob too many",
            Self::Url => "address",
            Self::Placeholder => "placeholder",
            Self::OtherCharacters => "odd character",
            Self::NoPath => "no path",
            Self::MediaType => "media type",
            Self::StopWord => "stop word",
            Self::Sample => "sample",
            Self::Label => "link label",
            other => other.words(),
        };
        format!("{} {}", grouped(number), if number == 1 { one } else { self.words() })
    }
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

#[cfg(test)]
mod tests {
    use super::Skip;

    #[test]
    fn one_is_one() {
        assert_eq!(Skip::Glob.counted(1), "1 glob");
        assert_eq!(Skip::Glob.counted(1000), "1,000 globs");
        assert_eq!(Skip::Removed.counted(1), "1 said to be gone");
    }
}
