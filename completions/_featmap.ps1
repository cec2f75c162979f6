
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'featmap' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'featmap'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'featmap' {
            [CompletionResult]::new('--map', '--map', [CompletionResultType]::ParameterName, 'A map folder, in place of the configured ones; repeatable')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'A configuration file, in place of the one that is found')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Show only these rules; repeatable, or separated by commas')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Do not show these rules; repeatable, or separated by commas')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The mildest level that fails the run [default: error]')
            [CompletionResult]::new('--max-section-bytes', '--max-section-bytes', [CompletionResultType]::ParameterName, 'A chunk should fit in so many bytes [default: 2048]')
            [CompletionResult]::new('--base', '--base', [CompletionResultType]::ParameterName, 'Fail only on findings that this revision does not have')
            [CompletionResult]::new('--output-format', '--output-format', [CompletionResultType]::ParameterName, 'How findings are written [default: full, and annotations on GitHub''s runner]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How findings are written [default: full, and annotations on GitHub''s runner]')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Also write a report to a file; repeatable')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration file')
            [CompletionResult]::new('--tracked', '--tracked', [CompletionResultType]::ParameterName, 'Judge only files that git tracks')
            [CompletionResult]::new('--allow-missing', '--allow-missing', [CompletionResultType]::ParameterName, 'Pass where there is no map')
            [CompletionResult]::new('--no-ignores', '--no-ignores', [CompletionResultType]::ParameterName, 'Silence nothing: obey no ignore comment and no `[[ignore]]`')
            [CompletionResult]::new('--code', '--code', [CompletionResultType]::ParameterName, 'Judge what the pages name in the code: paths, names, tests, commands')
            [CompletionResult]::new('--show-skips', '--show-skips', [CompletionResultType]::ParameterName, 'List the references to the code that were not judged')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No verdict')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No verdict')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Also notes of level info, and every size')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Also notes of level info, and every size')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check the map; the same as no command')
            [CompletionResult]::new('query', 'query', [CompletionResultType]::ParameterValue, 'Read the map at the size of a question: index, topic, page, section')
            [CompletionResult]::new('impact', 'impact', [CompletionResultType]::ParameterValue, 'Which pages a change makes untrue: paths and names that it takes away')
            [CompletionResult]::new('which', 'which', [CompletionResultType]::ParameterValue, 'Which pages and sections speak of a path or a name')
            [CompletionResult]::new('rule', 'rule', [CompletionResultType]::ParameterValue, 'List the rules, or explain one')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Write the index template, a page template and one page where there is no map')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'The configuration in force and where it came from, or its JSON Schema')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script for a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page, or that of a command')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'featmap;check' {
            [CompletionResult]::new('--map', '--map', [CompletionResultType]::ParameterName, 'A map folder, in place of the configured ones; repeatable')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'A configuration file, in place of the one that is found')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Show only these rules; repeatable, or separated by commas')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Do not show these rules; repeatable, or separated by commas')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The mildest level that fails the run [default: error]')
            [CompletionResult]::new('--max-section-bytes', '--max-section-bytes', [CompletionResultType]::ParameterName, 'A chunk should fit in so many bytes [default: 2048]')
            [CompletionResult]::new('--base', '--base', [CompletionResultType]::ParameterName, 'Fail only on findings that this revision does not have')
            [CompletionResult]::new('--output-format', '--output-format', [CompletionResultType]::ParameterName, 'How findings are written [default: full, and annotations on GitHub''s runner]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How findings are written [default: full, and annotations on GitHub''s runner]')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Also write a report to a file; repeatable')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration file')
            [CompletionResult]::new('--tracked', '--tracked', [CompletionResultType]::ParameterName, 'Judge only files that git tracks')
            [CompletionResult]::new('--allow-missing', '--allow-missing', [CompletionResultType]::ParameterName, 'Pass where there is no map')
            [CompletionResult]::new('--no-ignores', '--no-ignores', [CompletionResultType]::ParameterName, 'Silence nothing: obey no ignore comment and no `[[ignore]]`')
            [CompletionResult]::new('--code', '--code', [CompletionResultType]::ParameterName, 'Judge what the pages name in the code: paths, names, tests, commands')
            [CompletionResult]::new('--show-skips', '--show-skips', [CompletionResultType]::ParameterName, 'List the references to the code that were not judged')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No verdict')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No verdict')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Also notes of level info, and every size')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Also notes of level info, and every size')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'featmap;query' {
            [CompletionResult]::new('--page', '--page', [CompletionResultType]::ParameterName, 'A page: its path, file name or title, or a part of one')
            [CompletionResult]::new('--section', '--section', [CompletionResultType]::ParameterName, 'A section of the page: its name or slug, or a part of it; `Name#2` for the second')
            [CompletionResult]::new('--sub', '--sub', [CompletionResultType]::ParameterName, 'A subsection of the section')
            [CompletionResult]::new('--offset', '--offset', [CompletionResultType]::ParameterName, 'Go on at this byte of the answer')
            [CompletionResult]::new('--rev', '--rev', [CompletionResultType]::ParameterName, 'The answer''s hash as the reply before gave it: refuse if the map changed since')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'The most bytes of the reply; 0: no limit [default: 12000]')
            [CompletionResult]::new('--sections-per-topic', '--sections-per-topic', [CompletionResultType]::ParameterName, 'The most sections for a topic [default: 3]')
            [CompletionResult]::new('--output-format', '--output-format', [CompletionResultType]::ParameterName, 'How the reply is written')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the reply is written')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'Where the search for the map begins [default: the current folder]')
            [CompletionResult]::new('--map', '--map', [CompletionResultType]::ParameterName, 'A map folder, in place of the configured ones; repeatable')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'A configuration file, in place of the one that is found')
            [CompletionResult]::new('--full', '--full', [CompletionResultType]::ParameterName, 'The whole page')
            [CompletionResult]::new('--skeleton', '--skeleton', [CompletionResultType]::ParameterName, 'Sections and sizes of the pages, and no content')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Why each section ranks where it does')
            [CompletionResult]::new('--tracked', '--tracked', [CompletionResultType]::ParameterName, 'Only files that git tracks')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'featmap;impact' {
            [CompletionResult]::new('--map', '--map', [CompletionResultType]::ParameterName, 'A map folder, in place of the configured ones; repeatable')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'A configuration file, in place of the one that is found')
            [CompletionResult]::new('--base', '--base', [CompletionResultType]::ParameterName, 'What the change is compared with [default: where the branch left its upstream; on a runner: where it left the branch that the pull request goes to]')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The mildest level that fails the run [default: error]')
            [CompletionResult]::new('--output-format', '--output-format', [CompletionResultType]::ParameterName, 'How findings are written [default: full, and annotations on GitHub''s runner]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How findings are written [default: full, and annotations on GitHub''s runner]')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Also write a report to a file; repeatable')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration file')
            [CompletionResult]::new('--no-ignores', '--no-ignores', [CompletionResultType]::ParameterName, 'Silence nothing: obey no ignore comment and no `[[ignore]]`')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No verdict')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No verdict')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'featmap;which' {
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Every file that changed since a revision [default: HEAD]')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'Where the search for the map begins')
            [CompletionResult]::new('--map', '--map', [CompletionResultType]::ParameterName, 'A map folder, in place of the configured ones; repeatable')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'A configuration file, in place of the one that is found')
            [CompletionResult]::new('--output-format', '--output-format', [CompletionResultType]::ParameterName, 'How the answer is written')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is written')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration file')
            [CompletionResult]::new('--require', '--require', [CompletionResultType]::ParameterName, 'Fail where no page speaks of any of them')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'featmap;rule' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'featmap;init' {
            [CompletionResult]::new('--print', '--print', [CompletionResultType]::ParameterName, 'Print the files instead of writing them')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'featmap;config' {
            [CompletionResult]::new('--map', '--map', [CompletionResultType]::ParameterName, 'A map folder, in place of the configured ones; repeatable')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'A configuration file, in place of the one that is found')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'The configuration in force, as TOML, each value with its origin')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'The JSON Schema of featmap.toml')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'featmap;config;show' {
            [CompletionResult]::new('--map', '--map', [CompletionResultType]::ParameterName, 'A map folder, in place of the configured ones; repeatable')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'A configuration file, in place of the one that is found')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'featmap;config;schema' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'featmap;config;help' {
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'The configuration in force, as TOML, each value with its origin')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'The JSON Schema of featmap.toml')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'featmap;config;help;show' {
            break
        }
        'featmap;config;help;schema' {
            break
        }
        'featmap;config;help;help' {
            break
        }
        'featmap;completions' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'featmap;man' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'featmap;help' {
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check the map; the same as no command')
            [CompletionResult]::new('query', 'query', [CompletionResultType]::ParameterValue, 'Read the map at the size of a question: index, topic, page, section')
            [CompletionResult]::new('impact', 'impact', [CompletionResultType]::ParameterValue, 'Which pages a change makes untrue: paths and names that it takes away')
            [CompletionResult]::new('which', 'which', [CompletionResultType]::ParameterValue, 'Which pages and sections speak of a path or a name')
            [CompletionResult]::new('rule', 'rule', [CompletionResultType]::ParameterValue, 'List the rules, or explain one')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Write the index template, a page template and one page where there is no map')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'The configuration in force and where it came from, or its JSON Schema')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script for a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page, or that of a command')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'featmap;help;check' {
            break
        }
        'featmap;help;query' {
            break
        }
        'featmap;help;impact' {
            break
        }
        'featmap;help;which' {
            break
        }
        'featmap;help;rule' {
            break
        }
        'featmap;help;init' {
            break
        }
        'featmap;help;config' {
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'The configuration in force, as TOML, each value with its origin')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'The JSON Schema of featmap.toml')
            break
        }
        'featmap;help;config;show' {
            break
        }
        'featmap;help;config;schema' {
            break
        }
        'featmap;help;completions' {
            break
        }
        'featmap;help;man' {
            break
        }
        'featmap;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
