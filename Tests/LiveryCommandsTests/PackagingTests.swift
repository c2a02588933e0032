// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConfiguration
import LiveryService
import ProcessIO
import TestSupport
import Testing

@testable import LiveryCommands

/// The contents of packages, which come from the command tables.
@Suite struct PackagingTests {
  @Test(arguments: [Program.livery, .liveryd]) func theManualHasEveryCommandAndOption(program: Program) {
    let page = program.table.manualPage(version: productVersion, date: productDate)
    #expect(page.hasPrefix(".TH \(program.table.program.uppercased()) "))
    #expect(page.split(separator: "\n").first?.contains(" \"\(productDate)\" \"Livery \(productVersion)\"") == true)
    for command in program.table.commands {
      #expect(page.contains("\n.B \(program.table.invocation(of: command))\n"), "\(command.name)")
      for option in command.options {
        #expect(page.contains("\\-\\-\(option.name.replacing("-", with: "\\-"))"), "\(command.name) \(option.name)")
      }
    }
    let options = Set(program.table.commands.flatMap(\.options).map(\.name))
    #expect(page.contains("\\-\\-fail\\-on") == options.contains("fail-on"))
    // A line that begins with a dot is a request; all of these are ours.
    let requests: Set<String> = ["TH", "SH", "SS", "PP", "TP", "B", "I", "BR"]
    for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(String(line.dropFirst().prefix { $0 != " " })), "\(line)")
    }
  }

  /// livery-theme(5) has the content of docs/dialects.md.
  @Test func theManualOfThemesIsMadeFromTheirPage() throws {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    let source = String(decoding: try readFile("\(root)/docs/dialects.md", limit: 1 << 20), as: UTF8.self)
    let command = "'\(root)/scripts/theme-manual' '\(root)/docs/dialects.md'"
    let page = String(decoding: try #require(output(ofShell: command, limit: 1 << 20)), as: UTF8.self)
    for line in page.split(separator: "\n") {
      // Only code may contain a mark.
      #expect(!line.contains("`") && !line.contains("]("), "\(line)")
      guard line.hasPrefix("."), !line.hasPrefix(".\\\"") else { continue }
      let requests: Set<String> = ["TH", "SH", "SS", "PP", "TP", "BR", "RS", "RE", "EX", "EE"]
      #expect(requests.contains(String(line.dropFirst().prefix { $0 != " " })), "\(line)")
    }
    for line in source.split(separator: "\n") {
      if line.hasPrefix("## ") { #expect(page.contains("\n.SH \(line.dropFirst(3).uppercased())\n"), "\(line)") }
      if line.hasPrefix("### ") { #expect(page.contains("\n.SS \(line.dropFirst(4))\n"), "\(line)") }
    }
    #expect(page.contains("\n\\fB\"fill\": \"#ff8000\"\\fR\n\\fB{\"fill\": color #ff8000}\\fR\n"), "a row of a table")
    #expect(page.contains("\n  \"color\\-accent\": \"ref://palette\\-orange\",\n"), "a sample")
  }

  private static let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

  /// The pages that are written by hand, or made from others, are of this version.
  @Test func allPagesAreOfOneVersion() throws {
    let manual = String(decoding: try readFile("\(Self.root)/man/livery.json.5", limit: 1 << 20), as: UTF8.self)
    let command = "'\(Self.root)/scripts/theme-manual' '\(Self.root)/docs/dialects.md'"
    let themes = String(decoding: try #require(output(ofShell: command, limit: 1 << 20)), as: UTF8.self)
    for (name, page) in [("LIVERY.JSON", manual), ("LIVERY-THEME", themes)] {
      #expect(page.contains("\n.TH \(name) 5 \"\(productDate)\" \"Livery \(productVersion)\" \"Livery\"\n"), "\(name)")
    }
  }

  /// The manual of the configuration has every limit with its value in the file that packages install.
  @Test func limitsAreInTheManual() throws {
    let manual = String(decoding: try readFile("\(Self.root)/man/livery.json.5", limit: 1 << 20), as: UTF8.self)
    let file = String(decoding: try readFile("\(Self.root)/etc/livery/livery.json", limit: 1 << 20), as: UTF8.self)
    let limits = try #require(file.split(separator: "\"limits\": {\n").last?.split(separator: "\n  }").first)
    let lines = limits.split(separator: "\n").filter { !$0.contains("//") }
    #expect(lines.count > 10)
    for line in lines {
      let parts = line.split { " \",:".contains($0) }
      #expect(manual.contains("\n.BR \(parts[0]) \" (\(parts[1])"), "\(line)")
    }
  }

  /// The manual has every variable of the environment that the programs read.
  @Test func variablesAreInTheManual() throws {
    let pages = [Program.livery, .liveryd].map { $0.table.manualPage(version: productVersion, date: productDate) }
      .joined()
    let targets = "LinuxIO SystemdIO LiveryConnection LiveryCommands"
    let search = #"grep -rhoE '(environment|variable)\("[A-Z_]+"\)' "# + targets
    let found = String(
      decoding: try #require(output(ofShell: "cd '\(Self.root)/Sources' && \(search)", limit: 1 << 16)), as: UTF8.self)
    let names = Set(found.split(separator: "\n").compactMap { $0.split(separator: "\"").dropFirst().first })
    #expect(names.count > 10)
    for name in names { #expect(pages.contains(name), "\(name)") }
    for title in ["ENVIRONMENT", "FILES", "SIGNALS"] {
      #expect(pages.split(separator: "\n.SH \(title)\n").count == 3, "\(title)")
    }
  }

  /// Links between the pages that a package ships lead to files.
  @Test func shippedPagesHaveNoDeadLinks() throws {
    let directory = try ScratchDirectory()
    let outcome = try ChildProcess(
      shell: "'\(Self.root)/scripts/package-docs' '\(directory("doc"))' 2>&1", input: []
    ).wait()
    #expect(outcome == .exited(0))
    #expect(try directory.names(in: "doc") == ["README.md", "docs"])
  }

  @Test func theNameSaysWhichProgramIsMeant() {
    for (name, program) in [
      ("/usr/bin/liveryd", Program.liveryd), ("liveryd", .liveryd), ("livery", .livery), ("/liveryd/livery", .livery),
      ("livery-next", .livery), ("", .livery),
    ] { #expect(Program(name: name) == program, "\(name)") }
  }

  /// Completes the last of these words in a shell that has read the completion, as a person would with the Tab key.
  private func completed(_ words: [String], in shell: CompletedShell) throws -> [String] {
    let directory = try ScratchDirectory()
    let completion = shell.completion(of: [Program.livery, .liveryd].map(\.table))
    try directory.write(shell == .zsh ? "functions/_livery" : "completion", completion)
    try directory.write("some-bundle", "")
    let line = words.joined(separator: " ")
    let script =
      switch shell {
      case .bash:
        """
        source ./completion
        COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
        _\(words[0]); printf '%s\\n' "${COMPREPLY[@]}" > answer
        """
      case .fish:
        """
        source ./completion
        complete -C '\(line)' | string split -f 1 \\t > answer
        true
        """
      case .zsh: Self.zshDriver(line)
      }
    try directory.write("script", script)
    let command = "cd '\(directory.path)' && HOME=$PWD exec timeout 60 \(shell.rawValue) ./script"
    #expect(try ChildProcess(shell: command, input: []).wait() == .exited(0))
    return try directory.text("answer").split(separator: "\n").map(String.init).sorted()
  }

  /// zsh completes in its line editor only. So it runs in a terminal of its own, gets the keys, and lists its matches by
  /// a `compadd` that writes them to a file. Then it ends.
  private static func zshDriver(_ line: String) -> String {
    """
    zmodload zsh/zpty
    : > answer
    cat > setup <<'END'
    PROMPT=
    fpath=($PWD/functions $fpath)
    autoload -U compinit && compinit -u -D
    bindkey '^I' complete-word
    zstyle ':completion:*' insert-tab false
    compadd() {
      if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
      typeset -a hits
      builtin compadd -A hits "$@"
      (( $#hits )) && print -rl -- $hits >> answer
      builtin compadd "$@"
    }
    comppostfuncs=(exit)
    END
    zpty shell zsh -f -i
    zpty -w shell "source ./setup; print ready\\$((1))"
    while zpty -r shell text; do [[ $text == *ready1* ]] && break; done
    zpty -w -n shell "\(line)"$'\\t'
    while zpty -r shell text; do :; done
    true
    """
  }

  @Test(arguments: CompletedShell.allCases)
  func commandsOptionsAndValuesAreCompleted(shell: CompletedShell) throws {
    func check(_ words: String..., gives expected: [String], location: SourceLocation = #_sourceLocation) throws {
      let found = try completed(words, in: shell)
      #expect(found == expected, "\(words)", sourceLocation: location)
    }
    try check("livery", "chec", gives: ["check"])
    try check("livery", "check", "--fail", gives: ["--fail-on"])
    try check("livery", "check", "--fail-on", "w", gives: ["warning"])
    try check("livery", "resolve", "--language", "com", gives: [])
    try check("livery", "completions", "", gives: ["bash", "fish", "zsh"])
    try check("livery", "manual", "liveryd", gives: ["liveryd"])
    try check("liveryd", "--state", gives: ["--state-dir"])
    try check("liveryd", "--log-level", "e", gives: ["error"])
    try check("livery", "check", "some", gives: ["some-bundle"])
  }
}
