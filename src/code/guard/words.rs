//! The words that guards look for.

/// Words that say that something is no more, or was.
pub(super) const REMOVED: [&str; 57] = [
    "is no more",
    "are no more",
    "ripped out",
    "decommissioned",
    "removed",
    "removes",
    "removal",
    "deleted",
    "renamed",
    "replaced",
    "replaces",
    "replacing",
    "no longer",
    "used to",
    "formerly",
    "previously",
    "superseded",
    "obsolete",
    "dropped",
    "retired",
    "rejected",
    "was called",
    "migrated",
    "moved",
    "instead of",
    "gone",
    "predecessor",
    "deprecated",
    "deletion",
    "to delete",
    "to remove",
    "became",
    "was split",
    "were split",
    "merged into",
    "was merged",
    "folded into",
    "inlined",
    "was cut",
    "taken out",
    "extracted from",
    "ported from",
    "originally",
    "legacy",
    "in place of",
    "the place of",
    "rather than",
    "got rid of",
    "get rid of",
    "is history",
    "was killed",
    "does not exist",
    "do not exist",
    "doesn't exist",
    "went away",
    "lived in",
    "succeeds",
];

/// The same in other languages that maps are written in, as stems.
pub(super) const REMOVED_ELSEWHERE: [&str; 25] = [
    "heißt jetzt",
    "heisst jetzt",
    "entfernt",
    "gelöscht",
    "umbenannt",
    "nicht mehr",
    "veraltet",
    "ersetzt durch",
    "eliminad",
    "renombrad",
    "supprimé",
    "renommé",
    "n'existe plus",
    "removid",
    "renomead",
    "拟迁",
    "取代",
    "不再",
    "удал",
    "删除",
    "移除",
    "废弃",
    "重命名",
    "削除",
    "廃止",
];

/// Words that say that something is to come.
pub(super) const PLANNED: [&str; 19] = [
    "planned",
    "planning",
    "proposed",
    "proposal",
    "not yet",
    "roadmap",
    "future",
    "todo",
    "next steps",
    "out of scope",
    "ideas",
    "draft",
    "problem statement",
    "design space",
    "acceptance criteria",
    "files to create",
    "alternatives",
    "test plan",
    "as of",
];

/// Headings that are one of these and nothing else: what led to the feature.
pub(super) const BEFORE: [&str; 14] = [
    "root cause",
    "problem",
    "the problem",
    "motivation",
    "background",
    "team review",
    "review",
    "history",
    "lessons",
    "lessons learned",
    "decisions",
    "migration",
    "not in scope",
    "upgrade notes",
];

/// A paragraph that is one of these and nothing else leads to what a change did.
pub(super) const DONE: [&str; 6] = ["created", "added", "modified", "updated", "changed", "new"];

/// Words between a verb and what it is about.
pub(super) const FILLERS: [&str; 20] = [
    "two", "three", "several", "some", "a", "an", "the", "any", "its", "their", "your", "own",
    "new", "file", "files", "folder", "report", "called", "named", "both",
];

/// Verbs whose object a program makes.
pub(super) const MAKES: [&str; 12] = [
    "writes",
    "write",
    "writing",
    "generates",
    "generating",
    "outputs",
    "produces",
    "producing",
    "emits",
    "dumps",
    "saves",
    "rewrites",
];

/// What is done to a file that "to", "into" or "as" leads to.
pub(super) const MADE: [&str; 9] = [
    "written",
    "generated",
    "output",
    "saved",
    "compiled",
    "dumped",
    "emitted",
    "built",
    "bundled",
];

/// Verbs of who is free to do something.
pub(super) const MAY: [&str; 5] = ["may", "can", "could", "might", "optionally"];

/// What one may do with a file that is not there yet.
pub(super) const PUTS: [&str; 10] =
    ["put", "place", "add", "drop", "create", "keep", "have", "provide", "supply", "define"];

/// What begins a condition.
pub(super) const CONDITIONS: [&str; 6] = ["if", "when", "where", "unless", "whenever", "once"];

/// What a condition says of a path or name.
pub(super) const PRESENT: [&str; 10] = [
    " exists",
    " exist",
    " is present",
    " are present",
    " is there",
    " is found",
    " was found",
    " is missing",
    " is absent",
    " is available",
];

/// What leads to an example.
pub(super) const EXAMPLES: [&str; 15] = [
    "path like",
    "paths like",
    "file like",
    "files like",
    "something like",
    "for example",
    "for instance",
    "e.g.",
    "e.g",
    "eg",
    "such as",
    "z.b.",
    "zum beispiel",
    "par exemple",
    "por ejemplo",
];

/// What says that something is wanted back.
pub(super) const WANTED: [&str; 4] = ["there should be", "bring back", "bringing back", "restore"];

/// What is said of a route of a site.
pub(super) const ROUTES: [&str; 6] = ["route", "routes", "endpoint", "endpoints", "url", "urls"];

/// Kinds of repository that are not this one.
pub(super) const OTHERS: [&str; 18] = [
    "sister",
    "other",
    "another",
    "separate",
    "sibling",
    "companion",
    "different",
    "upstream",
    "downstream",
    "neighbouring",
    "neighboring",
    "backend",
    "back-end",
    "frontend",
    "front-end",
    "infra",
    "infrastructure",
    "parent",
];

/// Kinds of "repo" that are not this one; a "client repository" may keep clients.
pub(super) const OTHER_REPOS: [&str; 6] =
    ["client", "server", "mobile", "external", "website", "deployment"];

/// What stands before the name of another repository.
pub(super) const WITHIN: [&str; 7] = ["in", "from", "of", "inside", "within", "into", "to"];

/// What another repository does.
pub(super) const HOLDS: [&str; 6] = ["keeps", "has", "holds", "contains", "owns", "provides"];

/// A cell that is nothing but one of these says no.
pub(super) const ABSENT: [&str; 8] = ["❌", "✗", "✘", "✖", "❎", "🚫", "⛔", "🗑"];

/// What a paragraph before a list says of its items.
pub(super) const ENDED: [&str; 10] = [
    "moved",
    "removed",
    "deleted",
    "gone",
    "renamed",
    "dropped",
    "retired",
    "obsolete",
    "replaced",
    "deprecated",
];

/// The same in several words.
pub(super) const NO_MORE: [&str; 4] =
    ["no longer exist", "no longer exists", "no longer there", "no longer used"];

/// First words of a column's head that speak of the past.
pub(super) const PAST: [&str; 6] =
    ["old", "former", "formerly", "previous", "previously", "legacy"];

/// First words of the heads of two columns, of which the first is past beside the second.
pub(super) const PAIRS: [(&str, &str); 8] = [
    ("before", "after"),
    ("from", "to"),
    ("was", "now"),
    ("was", "is"),
    ("then", "now"),
    ("alt", "neu"),
    ("vorher", "nachher"),
    ("avant", "après"),
];

/// What stands between a name and the one that took its place.
pub(super) const SUCCESSIONS: [&str; 17] = [
    "-- now",
    "— now",
    "– now",
    "; now",
    "(now",
    "(now called",
    "(now in",
    ", now",
    "is now",
    "is now called",
    "is now in",
    "is now named",
    "now lives in",
    "lives now in",
    "now is",
    "are now",
    "is today",
];

/// What a note in a block quote begins with.
pub(super) const CALLOUTS: [&str; 14] = [
    "note",
    "notes",
    "tip",
    "hint",
    "warning",
    "important",
    "caution",
    "attention",
    "info",
    "danger",
    "see",
    "source",
    "code",
    "files",
];

/// What may lead from one of [`ENDED`] to what is there.
pub(super) const LEADS_ON: [&str; 5] = ["to", "into", "by", "with", "here"];

/// How a paragraph begins that speaks of the items of the list below it.
pub(super) const THESE: [&str; 12] = [
    "these",
    "those",
    "they",
    "the following",
    "the files",
    "the paths",
    "the names",
    "what was",
    "what were",
    "what is",
    "what no longer",
    "all of these",
];
