// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import Testing
import TextComparison
import ThemeModel

@testable import LiveryCommands

@Suite struct CommandTableTests {
  private static let tables = [Program.livery.table, Program.liveryd.table]

  /// The parsed command line, in short.
  private func reading(_ program: Program, _ line: String) -> String {
    do throws(UsageError) {
      switch try program.table.parse(words(line)) {
      case .version: return "version"
      case .help(let command): return "help \(command?.name ?? "")"
      case .run(let command, let arguments):
        let options = command.options.flatMap { option in
          arguments.all(option).map { " --\(option.name)=\($0)" }
        }
        return "\(command.name) \(arguments.operands)\(options.joined())"
      }
    } catch {
      return error.text(program: program.table.program)
    }
  }

  private func check(_ line: String, of program: Program = .livery, _ expected: String) {
    let text = reading(program, line)
    #expect(text == expected, "\(line)")
  }

  /// Splits at blanks outside of single quotes, as far as the examples need a shell.
  private func words(_ line: String) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      if index % 2 == 1 { words.append(String(part)) } else { words += part.split(separator: " ").map(String.init) }
    }
    return words
  }

  @Test func namesOfCommands() {
    for table in Self.tables {
      guard case .commands(let commands) = table.form else { continue }
      for command in commands { #expect(command.name == command.make().name) }
      #expect(Set(commands.map(\.name)).count == commands.count)
    }
  }

  @Test func commandLines() {
    check("check a b --format json --fail-on=info -v", #"check ["a", "b"] --format=json --fail-on=info --verbose="#)
    check("check -- -v --format", #"check ["-v", "--format"]"#)
    check("check -", #"check ["-"]"#)
    check("set constant gap -4", #"set ["constant", "gap", "-4"]"#)
    check("set constant gap -4x --bundle b", #"set ["constant", "gap", "-4x"] --bundle=b"#)
    check("use", "use []")
    check("use a b", #"use ["a", "b"]"#)
    check("resolve a --theme x --theme=y --version 9.3", #"resolve ["a"] --version=9.3 --theme=x --theme=y"#)
    check(
      "resolve a --modifier size=compact --modifier=mood=a=b",
      #"resolve ["a"] --modifier=size=compact --modifier=mood=a=b"#)
    check("subscribe --count 1 --count 2", "subscribe [] --count=1 --count=2")
    check("export css a -o b", #"export ["css", "a"] --output=b"#)
    check("export css -ob a", #"export ["css", "a"] --output=b"#)
    check("--version", "version")
    check("-V", "version")
    check("-V", of: .liveryd, "version")
    check("check", "check []")
    check("explain", "explain []")
    check("--help", "help ")
    check("-h", "help ")
    check("help", "help ")
    check("help check", "help check")
    check("check --help", "help check")
    check("check --no-such --help", "help check")
    check("check -vh", "help check")
    check("--version", of: .liveryd, "version")
    check("-h", of: .liveryd, "help liveryd")
    check("a --socket s", of: .liveryd, #"liveryd ["a"] --socket=s"#)
  }

  @Test func mistakes() {
    check("export css -o", "livery: `-o` needs a value: PLACE\n  see `livery export --help`\n")
    check("", "livery: name a command\n  see `livery --help`\n")
    check("chek", "livery: unknown command `chek`\n  did you mean `check`?\n  see `livery --help`\n")
    check("xyzzy", "livery: unknown command `xyzzy`\n  see `livery --help`\n")
    check("help chek", "livery: unknown command `chek`\n  did you mean `check`?\n  see `livery --help`\n")
    check(
      "--device pad check",
      "livery: `--device` is before the command; write the command first, then its options\n  see `livery --help`\n"
    )
    check("--verison", "livery: unknown option `--verison`\n  did you mean `--version`?\n  see `livery --help`\n")
    check("--xyzzy", "livery: unknown option `--xyzzy`\n  see `livery --help`\n")
    check("add", "livery: `livery add` needs BUNDLE\n  see `livery add --help`\n")
    check(
      "resolve a b",
      "livery: `livery resolve` takes one BUNDLE; `b` is one too many\n  see `livery resolve --help`\n")
    check(
      "check a --formt json",
      "livery: `livery check` has no option `--formt`\n  did you mean `--format`?\n  see `livery check --help`\n")
    check(
      "list color* --bundle a",
      "livery: `livery list` has no option `--bundle`; write BUNDLE without an option before it\n"
        + "  see `livery list --help`\n")
    check("check a -x", "livery: `livery check` has no option `-x`\n  see `livery check --help`\n")
    check("check a --strict=yes", "livery: `--strict` takes no value\n  see `livery check --help`\n")
    check(
      "check a --format",
      "livery: `--format` needs a value: pretty|concise|json|ndjson|sarif|github\n  see `livery check --help`\n")
    check(
      "resolve a --device pda",
      "livery: `--device pda` is not valid: use one of: phone, pad\n  did you mean `--device pad`?\n"
        + "  see `livery resolve --help`\n")
    check(
      "resolve a --version 9.x",
      "livery: `--version 9.x` is not valid: write numbers joined by dots, such as 9.3.1\n"
        + "  see `livery resolve --help`\n")
    for bad in ["size", "=compact", "size=", "=", "==a"] {
      check(
        "resolve a --modifier=\(bad)",
        "livery: `--modifier \(bad)` is not valid: write NAME=CONTEXT\n  see `livery resolve --help`\n")
    }
    check(
      "resolve a --modifier",
      "livery: `--modifier` needs a value: NAME=CONTEXT\n  see `livery resolve --help`\n")
    for bad in ["0", "-1", "1.5", "99999999999999999999", "x"] {
      check(
        "subscribe --count=\(bad)",
        "livery: `--count \(bad)` is not valid: write a whole number from 1\n  see `livery subscribe --help`\n"
      )
    }
    check("set constant gap", "livery: `livery set` needs VALUE\n  see `livery set --help`\n")
    check(
      "set style a b c d",
      "livery: `livery set` takes at most 4 operands; `d` is one too many\n  see `livery set --help`\n")
    check(
      "set color-accent '#123456'",
      "livery: `color-accent` is not a valid KIND; use one of: constant, style, inherit\n"
        + "  did you mean `livery set constant color-accent '#123456'`?\n  see `livery set --help`\n")
    check(
      "set styl a b c",
      "livery: `styl` is not a valid KIND; use one of: constant, style, inherit\n  did you mean `style`?\n"
        + "  see `livery set --help`\n")
    check(
      "completions tcsh",
      "livery: `tcsh` is not a valid SHELL; use one of: bash, zsh, fish\n"
        + "  see `livery completions --help`\n")
    check(
      "reset all",
      "livery: `livery reset` takes no operands; `all` is one too many\n  see `livery reset --help`\n")
    check("", of: .liveryd, "liveryd []")
    check(
      "a --sokcet s", of: .liveryd,
      "liveryd: `liveryd` has no option `--sokcet`\n  did you mean `--socket`?\n  see `liveryd --help`\n")
  }

  @Test func contextsOfOptions() throws {
    func check(_ line: String, _ expected: Context, _ location: SourceLocation = #_sourceLocation) throws {
      let invocation = try Program.livery.table.parse(words("resolve a \(line)"))
      guard case .run(_, let arguments) = invocation else {
        Issue.record("\(line) runs nothing", sourceLocation: location)
        return
      }
      #expect(arguments.context == expected, sourceLocation: location)
      #expect(arguments.hasContext == (expected != Context()), sourceLocation: location)
    }
    try check("", Context())
    try check("--device pad --theme x --theme y", Context(device: .pad, themes: ["x", "y"]))
    try check(
      "--modifier size=compact --modifier mood=dark", Context(modifiers: ["mood": "dark", "size": "compact"]))
    // The last one of a name counts, and the first `=` ends the name.
    try check("--modifier size=compact --modifier=size=a=b", Context(modifiers: ["size": "a=b"]))
    try check("--modifier size==", Context(modifiers: ["size": "="]))
    // A combining mark behind `=`, and names in two normal forms.
    try check(
      "--modifier e\u{301}=\u{301} --modifier \u{E9}=b", Context(modifiers: ["e\u{301}": "\u{301}", "\u{E9}": "b"]))
  }

  /// Every command that asks a daemon has a time limit; `livery watch` is a daemon itself.
  @Test func whateverAsksADaemonHasATimeout() {
    let asking = Program.livery.table.commands.filter { $0.options.contains { $0.name == "socket" } }
    #expect(asking.count > 20)
    for command in asking where command.name != "watch" {
      #expect(command.options.contains { $0.name == "timeout" }, "\(command.name)")
    }
  }

  @Test(arguments: tables) func everyExampleParses(_ table: CommandTable) throws {
    for command in table.commands {
      #expect(!command.examples.isEmpty, "\(command.name)")
      for example in command.examples {
        var words = words(example.line)
        if words.first == "sudo" { words.removeFirst() }
        #expect(words.first == table.program)
        guard case .run(let parsed, _) = try table.parse(Array(words.dropFirst())) else {
          Issue.record("\(example.line) runs nothing")
          continue
        }
        #expect(parsed.name == command.name)
      }
    }
  }

  @Test(arguments: tables) func everyOptionIsInTheHelp(_ table: CommandTable) {
    for command in table.commands {
      let help = table.help(command, width: 100)
      for option in command.options { #expect(help.contains("--\(option.name)"), "\(command.name)") }
      for example in command.examples { #expect(help.contains(example.line)) }
      #expect(help.split(separator: "\n").allSatisfy { $0.count <= 110 }, "\(help)")
      #expect(Set(command.options.map(\.name)).count == command.options.count, "\(command.name)")
    }
    let overview = table.help(nil, width: 100)
    for command in table.commands { #expect(overview.contains(command.summary)) }
  }

  /// In a narrow window only words, options and command lines may be longer than a line.
  @Test(arguments: tables) func helpFitsIntoTheWindow(_ table: CommandTable) {
    let commands = table.commands
    let code = commands.flatMap { $0.examples.map(\.line) } + commands.map { table.invocation(of: $0) }
    for command in commands.map(Optional.some) + [nil] {
      for line in table.help(command, width: 60).split(separator: "\n") where line.count > 60 {
        let isWord = line.split(separator: " ").count == 1 || line.hasPrefix("  --")
        #expect(isWord || code.contains { line.hasPrefix("  \($0)") }, "\(line)")
      }
    }
  }

  @Test func contextOptionsAreTheSameEverywhere() {
    let following = Program.livery.table.commands.filter { $0.options.contains { $0.name == "device" } }
    #expect(
      following.map(\.name) == [
        "watch", "preview", "check", "resolve", "list", "get", "why", "uses", "compose", "log", "diff", "export",
        "subscribe",
      ])
    for command in following {
      #expect(CommandOption.context.allSatisfy { option in command.options.contains { $0.name == option.name } })
    }
  }
}

extension CommandTable: CustomTestStringConvertible {
  var testDescription: String { program }
}
