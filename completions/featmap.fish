# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_featmap_global_optspecs
    string join \n map= config= no-config tracked allow-missing select= ignore= fail-on= max-section-bytes= no-ignores base= code show-skips output-format= report= color= q/quiet v/verbose h/help V/version
end

function __fish_featmap_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_featmap_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_featmap_using_subcommand
    set -l cmd (__fish_featmap_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c featmap -n "__fish_featmap_needs_command" -l map -d 'A map folder, in place of the configured ones; repeatable' -r
complete -c featmap -n "__fish_featmap_needs_command" -l config -d 'A configuration file, in place of the one that is found' -r -F
complete -c featmap -n "__fish_featmap_needs_command" -l select -d 'Show only these rules; repeatable, or separated by commas' -r
complete -c featmap -n "__fish_featmap_needs_command" -l ignore -d 'Do not show these rules; repeatable, or separated by commas' -r
complete -c featmap -n "__fish_featmap_needs_command" -l fail-on -d 'The mildest level that fails the run [default: error]' -r -f -a "error\t''
warning\t''
info\t''
never\t''"
complete -c featmap -n "__fish_featmap_needs_command" -l max-section-bytes -d 'A chunk should fit in so many bytes [default: 2048]' -r
complete -c featmap -n "__fish_featmap_needs_command" -l base -d 'Fail only on findings that this revision does not have' -r
complete -c featmap -n "__fish_featmap_needs_command" -l output-format -l format -d 'How findings are written [default: full, and annotations on GitHub\'s runner]' -r -f -a "full\t'With the source around each finding'
concise\t'One line a finding'
json\t'One JSON object'
github\t'Annotations of a GitHub pull request'
sarif\t'SARIF 2.1.0, for code scanning'
markdown\t'A job summary'
gitlab\t'A code quality report of GitLab'
junit\t'A JUnit report'
rdjson\t'The diagnostic format of reviewdog'"
complete -c featmap -n "__fish_featmap_needs_command" -l report -d 'Also write a report to a file; repeatable' -r
complete -c featmap -n "__fish_featmap_needs_command" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c featmap -n "__fish_featmap_needs_command" -l no-config -d 'Read no configuration file'
complete -c featmap -n "__fish_featmap_needs_command" -l tracked -d 'Judge only files that git tracks'
complete -c featmap -n "__fish_featmap_needs_command" -l allow-missing -d 'Pass where there is no map'
complete -c featmap -n "__fish_featmap_needs_command" -l no-ignores -d 'Silence nothing: obey no ignore comment and no `[[ignore]]`'
complete -c featmap -n "__fish_featmap_needs_command" -l code -d 'Judge what the pages name in the code: paths, names, tests, commands'
complete -c featmap -n "__fish_featmap_needs_command" -l show-skips -d 'List the references to the code that were not judged'
complete -c featmap -n "__fish_featmap_needs_command" -s q -l quiet -d 'No verdict'
complete -c featmap -n "__fish_featmap_needs_command" -s v -l verbose -d 'Also notes of level info, and every size'
complete -c featmap -n "__fish_featmap_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c featmap -n "__fish_featmap_needs_command" -s V -l version -d 'Print version'
complete -c featmap -n "__fish_featmap_needs_command" -a "check" -d 'Check the map; the same as no command'
complete -c featmap -n "__fish_featmap_needs_command" -a "query" -d 'Read the map at the size of a question: index, topic, page, section'
complete -c featmap -n "__fish_featmap_needs_command" -a "impact" -d 'Which pages a change makes untrue: paths and names that it takes away'
complete -c featmap -n "__fish_featmap_needs_command" -a "which" -d 'Which pages and sections speak of a path or a name'
complete -c featmap -n "__fish_featmap_needs_command" -a "rule" -d 'List the rules, or explain one'
complete -c featmap -n "__fish_featmap_needs_command" -a "init" -d 'Write the index template, a page template and one page where there is no map'
complete -c featmap -n "__fish_featmap_needs_command" -a "config" -d 'The configuration in force and where it came from, or its JSON Schema'
complete -c featmap -n "__fish_featmap_needs_command" -a "completions" -d 'Print a completion script for a shell'
complete -c featmap -n "__fish_featmap_needs_command" -a "man" -d 'Print the manual page, or that of a command'
complete -c featmap -n "__fish_featmap_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c featmap -n "__fish_featmap_using_subcommand check" -l map -d 'A map folder, in place of the configured ones; repeatable' -r
complete -c featmap -n "__fish_featmap_using_subcommand check" -l config -d 'A configuration file, in place of the one that is found' -r -F
complete -c featmap -n "__fish_featmap_using_subcommand check" -l select -d 'Show only these rules; repeatable, or separated by commas' -r
complete -c featmap -n "__fish_featmap_using_subcommand check" -l ignore -d 'Do not show these rules; repeatable, or separated by commas' -r
complete -c featmap -n "__fish_featmap_using_subcommand check" -l fail-on -d 'The mildest level that fails the run [default: error]' -r -f -a "error\t''
warning\t''
info\t''
never\t''"
complete -c featmap -n "__fish_featmap_using_subcommand check" -l max-section-bytes -d 'A chunk should fit in so many bytes [default: 2048]' -r
complete -c featmap -n "__fish_featmap_using_subcommand check" -l base -d 'Fail only on findings that this revision does not have' -r
complete -c featmap -n "__fish_featmap_using_subcommand check" -l output-format -l format -d 'How findings are written [default: full, and annotations on GitHub\'s runner]' -r -f -a "full\t'With the source around each finding'
concise\t'One line a finding'
json\t'One JSON object'
github\t'Annotations of a GitHub pull request'
sarif\t'SARIF 2.1.0, for code scanning'
markdown\t'A job summary'
gitlab\t'A code quality report of GitLab'
junit\t'A JUnit report'
rdjson\t'The diagnostic format of reviewdog'"
complete -c featmap -n "__fish_featmap_using_subcommand check" -l report -d 'Also write a report to a file; repeatable' -r
complete -c featmap -n "__fish_featmap_using_subcommand check" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c featmap -n "__fish_featmap_using_subcommand check" -l no-config -d 'Read no configuration file'
complete -c featmap -n "__fish_featmap_using_subcommand check" -l tracked -d 'Judge only files that git tracks'
complete -c featmap -n "__fish_featmap_using_subcommand check" -l allow-missing -d 'Pass where there is no map'
complete -c featmap -n "__fish_featmap_using_subcommand check" -l no-ignores -d 'Silence nothing: obey no ignore comment and no `[[ignore]]`'
complete -c featmap -n "__fish_featmap_using_subcommand check" -l code -d 'Judge what the pages name in the code: paths, names, tests, commands'
complete -c featmap -n "__fish_featmap_using_subcommand check" -l show-skips -d 'List the references to the code that were not judged'
complete -c featmap -n "__fish_featmap_using_subcommand check" -s q -l quiet -d 'No verdict'
complete -c featmap -n "__fish_featmap_using_subcommand check" -s v -l verbose -d 'Also notes of level info, and every size'
complete -c featmap -n "__fish_featmap_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c featmap -n "__fish_featmap_using_subcommand query" -l page -d 'A page: its path, file name or title, or a part of one' -r
complete -c featmap -n "__fish_featmap_using_subcommand query" -l section -d 'A section of the page: its name or slug, or a part of it; `Name#2` for the second' -r
complete -c featmap -n "__fish_featmap_using_subcommand query" -l sub -d 'A subsection of the section' -r
complete -c featmap -n "__fish_featmap_using_subcommand query" -l offset -d 'Go on at this byte of the answer' -r
complete -c featmap -n "__fish_featmap_using_subcommand query" -l rev -d 'The answer\'s hash as the reply before gave it: refuse if the map changed since' -r
complete -c featmap -n "__fish_featmap_using_subcommand query" -l max-bytes -d 'The most bytes of the reply; 0: no limit [default: 12000]' -r
complete -c featmap -n "__fish_featmap_using_subcommand query" -l sections-per-topic -d 'The most sections for a topic [default: 3]' -r
complete -c featmap -n "__fish_featmap_using_subcommand query" -l output-format -l format -d 'How the reply is written' -r -f -a "text\t'Markdown'
json\t'One JSON object'"
complete -c featmap -n "__fish_featmap_using_subcommand query" -l root -d 'Where the search for the map begins [default: the current folder]' -r -F
complete -c featmap -n "__fish_featmap_using_subcommand query" -l map -d 'A map folder, in place of the configured ones; repeatable' -r
complete -c featmap -n "__fish_featmap_using_subcommand query" -l config -d 'A configuration file, in place of the one that is found' -r -F
complete -c featmap -n "__fish_featmap_using_subcommand query" -l full -d 'The whole page'
complete -c featmap -n "__fish_featmap_using_subcommand query" -l skeleton -d 'Sections and sizes of the pages, and no content'
complete -c featmap -n "__fish_featmap_using_subcommand query" -l explain -d 'Why each section ranks where it does'
complete -c featmap -n "__fish_featmap_using_subcommand query" -l tracked -d 'Only files that git tracks'
complete -c featmap -n "__fish_featmap_using_subcommand query" -l no-config -d 'Read no configuration file'
complete -c featmap -n "__fish_featmap_using_subcommand query" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c featmap -n "__fish_featmap_using_subcommand impact" -l map -d 'A map folder, in place of the configured ones; repeatable' -r
complete -c featmap -n "__fish_featmap_using_subcommand impact" -l config -d 'A configuration file, in place of the one that is found' -r -F
complete -c featmap -n "__fish_featmap_using_subcommand impact" -l base -d 'What the change is compared with [default: where the branch left its upstream; on a runner: where it left the branch that the pull request goes to]' -r
complete -c featmap -n "__fish_featmap_using_subcommand impact" -l fail-on -d 'The mildest level that fails the run [default: error]' -r -f -a "error\t''
warning\t''
info\t''
never\t''"
complete -c featmap -n "__fish_featmap_using_subcommand impact" -l output-format -l format -d 'How findings are written [default: full, and annotations on GitHub\'s runner]' -r -f -a "full\t'With the source around each finding'
concise\t'One line a finding'
json\t'One JSON object'
github\t'Annotations of a GitHub pull request'
sarif\t'SARIF 2.1.0, for code scanning'
markdown\t'A job summary'
gitlab\t'A code quality report of GitLab'
junit\t'A JUnit report'
rdjson\t'The diagnostic format of reviewdog'"
complete -c featmap -n "__fish_featmap_using_subcommand impact" -l report -d 'Also write a report to a file; repeatable' -r
complete -c featmap -n "__fish_featmap_using_subcommand impact" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c featmap -n "__fish_featmap_using_subcommand impact" -l no-config -d 'Read no configuration file'
complete -c featmap -n "__fish_featmap_using_subcommand impact" -l no-ignores -d 'Silence nothing: obey no ignore comment and no `[[ignore]]`'
complete -c featmap -n "__fish_featmap_using_subcommand impact" -s q -l quiet -d 'No verdict'
complete -c featmap -n "__fish_featmap_using_subcommand impact" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c featmap -n "__fish_featmap_using_subcommand which" -l diff -d 'Every file that changed since a revision [default: HEAD]' -r
complete -c featmap -n "__fish_featmap_using_subcommand which" -l root -d 'Where the search for the map begins' -r -F
complete -c featmap -n "__fish_featmap_using_subcommand which" -l map -d 'A map folder, in place of the configured ones; repeatable' -r
complete -c featmap -n "__fish_featmap_using_subcommand which" -l config -d 'A configuration file, in place of the one that is found' -r -F
complete -c featmap -n "__fish_featmap_using_subcommand which" -l output-format -l format -d 'How the answer is written' -r -f -a "text\t'For people'
json\t'One JSON object'"
complete -c featmap -n "__fish_featmap_using_subcommand which" -l no-config -d 'Read no configuration file'
complete -c featmap -n "__fish_featmap_using_subcommand which" -l require -d 'Fail where no page speaks of any of them'
complete -c featmap -n "__fish_featmap_using_subcommand which" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c featmap -n "__fish_featmap_using_subcommand rule" -s h -l help -d 'Print help'
complete -c featmap -n "__fish_featmap_using_subcommand init" -l print -d 'Print the files instead of writing them'
complete -c featmap -n "__fish_featmap_using_subcommand init" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c featmap -n "__fish_featmap_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -l map -d 'A map folder, in place of the configured ones; repeatable' -r
complete -c featmap -n "__fish_featmap_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -l config -d 'A configuration file, in place of the one that is found' -r -F
complete -c featmap -n "__fish_featmap_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -l no-config -d 'Read no configuration file'
complete -c featmap -n "__fish_featmap_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -s h -l help -d 'Print help'
complete -c featmap -n "__fish_featmap_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -a "show" -d 'The configuration in force, as TOML, each value with its origin'
complete -c featmap -n "__fish_featmap_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -a "schema" -d 'The JSON Schema of featmap.toml'
complete -c featmap -n "__fish_featmap_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c featmap -n "__fish_featmap_using_subcommand config; and __fish_seen_subcommand_from show" -l map -d 'A map folder, in place of the configured ones; repeatable' -r
complete -c featmap -n "__fish_featmap_using_subcommand config; and __fish_seen_subcommand_from show" -l config -d 'A configuration file, in place of the one that is found' -r -F
complete -c featmap -n "__fish_featmap_using_subcommand config; and __fish_seen_subcommand_from show" -l no-config -d 'Read no configuration file'
complete -c featmap -n "__fish_featmap_using_subcommand config; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c featmap -n "__fish_featmap_using_subcommand config; and __fish_seen_subcommand_from schema" -s h -l help -d 'Print help'
complete -c featmap -n "__fish_featmap_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "show" -d 'The configuration in force, as TOML, each value with its origin'
complete -c featmap -n "__fish_featmap_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "schema" -d 'The JSON Schema of featmap.toml'
complete -c featmap -n "__fish_featmap_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c featmap -n "__fish_featmap_using_subcommand completions" -s h -l help -d 'Print help'
complete -c featmap -n "__fish_featmap_using_subcommand man" -s h -l help -d 'Print help'
complete -c featmap -n "__fish_featmap_using_subcommand help; and not __fish_seen_subcommand_from check query impact which rule init config completions man help" -f -a "check" -d 'Check the map; the same as no command'
complete -c featmap -n "__fish_featmap_using_subcommand help; and not __fish_seen_subcommand_from check query impact which rule init config completions man help" -f -a "query" -d 'Read the map at the size of a question: index, topic, page, section'
complete -c featmap -n "__fish_featmap_using_subcommand help; and not __fish_seen_subcommand_from check query impact which rule init config completions man help" -f -a "impact" -d 'Which pages a change makes untrue: paths and names that it takes away'
complete -c featmap -n "__fish_featmap_using_subcommand help; and not __fish_seen_subcommand_from check query impact which rule init config completions man help" -f -a "which" -d 'Which pages and sections speak of a path or a name'
complete -c featmap -n "__fish_featmap_using_subcommand help; and not __fish_seen_subcommand_from check query impact which rule init config completions man help" -f -a "rule" -d 'List the rules, or explain one'
complete -c featmap -n "__fish_featmap_using_subcommand help; and not __fish_seen_subcommand_from check query impact which rule init config completions man help" -f -a "init" -d 'Write the index template, a page template and one page where there is no map'
complete -c featmap -n "__fish_featmap_using_subcommand help; and not __fish_seen_subcommand_from check query impact which rule init config completions man help" -f -a "config" -d 'The configuration in force and where it came from, or its JSON Schema'
complete -c featmap -n "__fish_featmap_using_subcommand help; and not __fish_seen_subcommand_from check query impact which rule init config completions man help" -f -a "completions" -d 'Print a completion script for a shell'
complete -c featmap -n "__fish_featmap_using_subcommand help; and not __fish_seen_subcommand_from check query impact which rule init config completions man help" -f -a "man" -d 'Print the manual page, or that of a command'
complete -c featmap -n "__fish_featmap_using_subcommand help; and not __fish_seen_subcommand_from check query impact which rule init config completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c featmap -n "__fish_featmap_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "show" -d 'The configuration in force, as TOML, each value with its origin'
complete -c featmap -n "__fish_featmap_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "schema" -d 'The JSON Schema of featmap.toml'
