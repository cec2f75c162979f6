
use builtin;
use str;

set edit:completion:arg-completer[featmap] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'featmap'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'featmap'= {
            cand --map 'A map folder, in place of the configured ones; repeatable'
            cand --config 'A configuration file, in place of the one that is found'
            cand --select 'Show only these rules; repeatable, or separated by commas'
            cand --ignore 'Do not show these rules; repeatable, or separated by commas'
            cand --fail-on 'The mildest level that fails the run [default: error]'
            cand --max-section-bytes 'A chunk should fit in so many bytes [default: 2048]'
            cand --base 'Fail only on findings that this revision does not have'
            cand --output-format 'How findings are written [default: full, and annotations on GitHub''s runner]'
            cand --format 'How findings are written [default: full, and annotations on GitHub''s runner]'
            cand --report 'Also write a report to a file; repeatable'
            cand --color 'When to use colour'
            cand --no-config 'Read no configuration file'
            cand --tracked 'Judge only files that git tracks'
            cand --allow-missing 'Pass where there is no map'
            cand --no-ignores 'Silence nothing: obey no ignore comment and no `[[ignore]]`'
            cand --code 'Judge what the pages name in the code: paths, names, tests, commands'
            cand --show-skips 'List the references to the code that were not judged'
            cand -q 'No verdict'
            cand --quiet 'No verdict'
            cand -v 'Also notes of level info, and every size'
            cand --verbose 'Also notes of level info, and every size'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand check 'Check the map; the same as no command'
            cand query 'Read the map at the size of a question: index, topic, page, section'
            cand impact 'Which pages a change makes untrue: paths and names that it takes away'
            cand which 'Which pages and sections speak of a path or a name'
            cand rule 'List the rules, or explain one'
            cand init 'Write the index template, a page template and one page where there is no map'
            cand config 'The configuration in force and where it came from, or its JSON Schema'
            cand completions 'Print a completion script for a shell'
            cand man 'Print the manual page, or that of a command'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'featmap;check'= {
            cand --map 'A map folder, in place of the configured ones; repeatable'
            cand --config 'A configuration file, in place of the one that is found'
            cand --select 'Show only these rules; repeatable, or separated by commas'
            cand --ignore 'Do not show these rules; repeatable, or separated by commas'
            cand --fail-on 'The mildest level that fails the run [default: error]'
            cand --max-section-bytes 'A chunk should fit in so many bytes [default: 2048]'
            cand --base 'Fail only on findings that this revision does not have'
            cand --output-format 'How findings are written [default: full, and annotations on GitHub''s runner]'
            cand --format 'How findings are written [default: full, and annotations on GitHub''s runner]'
            cand --report 'Also write a report to a file; repeatable'
            cand --color 'When to use colour'
            cand --no-config 'Read no configuration file'
            cand --tracked 'Judge only files that git tracks'
            cand --allow-missing 'Pass where there is no map'
            cand --no-ignores 'Silence nothing: obey no ignore comment and no `[[ignore]]`'
            cand --code 'Judge what the pages name in the code: paths, names, tests, commands'
            cand --show-skips 'List the references to the code that were not judged'
            cand -q 'No verdict'
            cand --quiet 'No verdict'
            cand -v 'Also notes of level info, and every size'
            cand --verbose 'Also notes of level info, and every size'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'featmap;query'= {
            cand --page 'A page: its path, file name or title, or a part of one'
            cand --section 'A section of the page: its name or slug, or a part of it; `Name#2` for the second'
            cand --sub 'A subsection of the section'
            cand --offset 'Go on at this byte of the answer'
            cand --rev 'The answer''s hash as the reply before gave it: refuse if the map changed since'
            cand --max-bytes 'The most bytes of the reply; 0: no limit [default: 12000]'
            cand --sections-per-topic 'The most sections for a topic [default: 3]'
            cand --output-format 'How the reply is written'
            cand --format 'How the reply is written'
            cand --root 'Where the search for the map begins [default: the current folder]'
            cand --map 'A map folder, in place of the configured ones; repeatable'
            cand --config 'A configuration file, in place of the one that is found'
            cand --full 'The whole page'
            cand --skeleton 'Sections and sizes of the pages, and no content'
            cand --explain 'Why each section ranks where it does'
            cand --tracked 'Only files that git tracks'
            cand --no-config 'Read no configuration file'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'featmap;impact'= {
            cand --map 'A map folder, in place of the configured ones; repeatable'
            cand --config 'A configuration file, in place of the one that is found'
            cand --base 'What the change is compared with [default: where the branch left its upstream; on a runner: where it left the branch that the pull request goes to]'
            cand --fail-on 'The mildest level that fails the run [default: error]'
            cand --output-format 'How findings are written [default: full, and annotations on GitHub''s runner]'
            cand --format 'How findings are written [default: full, and annotations on GitHub''s runner]'
            cand --report 'Also write a report to a file; repeatable'
            cand --color 'When to use colour'
            cand --no-config 'Read no configuration file'
            cand --no-ignores 'Silence nothing: obey no ignore comment and no `[[ignore]]`'
            cand -q 'No verdict'
            cand --quiet 'No verdict'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'featmap;which'= {
            cand --diff 'Every file that changed since a revision [default: HEAD]'
            cand --root 'Where the search for the map begins'
            cand --map 'A map folder, in place of the configured ones; repeatable'
            cand --config 'A configuration file, in place of the one that is found'
            cand --output-format 'How the answer is written'
            cand --format 'How the answer is written'
            cand --no-config 'Read no configuration file'
            cand --require 'Fail where no page speaks of any of them'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'featmap;rule'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'featmap;init'= {
            cand --print 'Print the files instead of writing them'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'featmap;config'= {
            cand --map 'A map folder, in place of the configured ones; repeatable'
            cand --config 'A configuration file, in place of the one that is found'
            cand --no-config 'Read no configuration file'
            cand -h 'Print help'
            cand --help 'Print help'
            cand show 'The configuration in force, as TOML, each value with its origin'
            cand schema 'The JSON Schema of featmap.toml'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'featmap;config;show'= {
            cand --map 'A map folder, in place of the configured ones; repeatable'
            cand --config 'A configuration file, in place of the one that is found'
            cand --no-config 'Read no configuration file'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'featmap;config;schema'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'featmap;config;help'= {
            cand show 'The configuration in force, as TOML, each value with its origin'
            cand schema 'The JSON Schema of featmap.toml'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'featmap;config;help;show'= {
        }
        &'featmap;config;help;schema'= {
        }
        &'featmap;config;help;help'= {
        }
        &'featmap;completions'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'featmap;man'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'featmap;help'= {
            cand check 'Check the map; the same as no command'
            cand query 'Read the map at the size of a question: index, topic, page, section'
            cand impact 'Which pages a change makes untrue: paths and names that it takes away'
            cand which 'Which pages and sections speak of a path or a name'
            cand rule 'List the rules, or explain one'
            cand init 'Write the index template, a page template and one page where there is no map'
            cand config 'The configuration in force and where it came from, or its JSON Schema'
            cand completions 'Print a completion script for a shell'
            cand man 'Print the manual page, or that of a command'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'featmap;help;check'= {
        }
        &'featmap;help;query'= {
        }
        &'featmap;help;impact'= {
        }
        &'featmap;help;which'= {
        }
        &'featmap;help;rule'= {
        }
        &'featmap;help;init'= {
        }
        &'featmap;help;config'= {
            cand show 'The configuration in force, as TOML, each value with its origin'
            cand schema 'The JSON Schema of featmap.toml'
        }
        &'featmap;help;config;show'= {
        }
        &'featmap;help;config;schema'= {
        }
        &'featmap;help;completions'= {
        }
        &'featmap;help;man'= {
        }
        &'featmap;help;help'= {
        }
    ]
    $completions[$command]
}
