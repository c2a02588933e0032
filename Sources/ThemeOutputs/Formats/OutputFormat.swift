// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
import ThemeModel

/// A form in which a theme can be written for other programs.
///
/// Its form is a pure function. A format is one file in a folder beside this one, one line in `all`, and an expected file. The
/// extensions in these files are a constant for each format.
package struct OutputFormat: Sendable {
  package enum Group: String, Sendable {
    case web
    case design
    case native
    case terminal
    case desktop
    case editor
    case any
  }

  /// What surrounds a comment of one line.
  package struct Comment: Sendable {
    package let start: String
    package let end: String

    init(_ start: String, _ end: String = "") {
      self.start = start
      self.end = end
    }
  }

  /// How running programs take a changed file over, where the user names no command.
  package enum Reload: Sendable {
    /// They watch the file, or read it at their start.
    case none
    /// kitty reads its files again at a signal.
    case kitty
    /// Each server of tmux runs the file.
    case tmux
    /// Each server of Neovim loads its scheme again.
    case neovim
    /// The file is printed in each terminal.
    case terminals
    /// xrdb(1) merges the file into the resources of the X server.
    case resourceDatabase
    /// gsettings(1) sets the values in the file.
    case settings
    /// The theme `livery` is set away and back, where it is the theme in use.
    case themeOfGTK
  }

  package let name: String
  package let group: Group
  /// Nil in a form without comments.
  package let comment: Comment?
  /// One line, without a full stop.
  package let summary: String
  package let options: [Option]
  /// The parts for other contexts that an output may have.
  let modes: Modes
  /// How the program takes a changed file over, for people.
  package let takeover: String
  package let reload: Reload
  /// Whether it makes a directory of files.
  package let makesDirectory: Bool
  private let makeContent: Writer<OutputContent>

  /// Makes a part of an output. The choices are complete and valid.
  typealias Writer<Result> =
    @Sendable (OutputRequest, _ choices: BytewiseDictionary<String>) throws(OutputProblem) -> Result

  init(
    name: String, group: Group, comment: Comment?, summary: String, options: [Option], modes: Modes = .none,
    takeover: String, reload: Reload = .none, makesDirectory: Bool = false, content: @escaping Writer<OutputContent>
  ) {
    self.name = name
    self.group = group
    self.comment = comment
    self.summary = summary
    self.options = options
    self.modes = modes
    self.takeover = takeover
    self.reload = reload
    self.makesDirectory = makesDirectory
    makeContent = content
  }

  /// A format of one file.
  init(
    name: String, group: Group, comment: Comment?, summary: String, options: [Option], modes: Modes = .none,
    takeover: String, reload: Reload = .none,
    write: @escaping Writer<String>
  ) {
    self.init(
      name: name, group: group, comment: comment, summary: summary, options: options, modes: modes, takeover: takeover,
      reload: reload
    ) { (request, choices) throws(OutputProblem) in .file(try write(request, choices)) }
  }

  /// Whether its colours are those of roles; else it writes the selected values, or a template decides.
  package var takesRoles: Bool {
    switch group {
    case .terminal, .desktop, .editor: true
    case .web, .design, .native, .any: false
    }
  }

  /// Whether it writes the values that patterns select.
  package var takesSelection: Bool { !takesRoles && group != .any }

  /// Makes the content of an output. The same request gives the same content.
  package func content(of request: OutputRequest) throws(OutputProblem) -> OutputContent {
    let choices = try complete(request.choices)
    for mode in request.modes { try check(condition: mode.condition) }
    if takesSelection, !request.patterns.isEmpty, request.entries().isEmpty {
      throw OutputProblem(
        "no value is selected by \(request.patterns.map { "`\($0)`" }.joined(separator: ", "))",
        help: "`livery list` lists the values of a theme")
    }
    return try makeContent(request, choices)
  }

  /// Whether the content depends on which values refer to others.
  package func writesReferences(_ choices: [(name: String, value: String)]) -> Bool {
    (try? complete(choices))?.writesReferences ?? false
  }

  /// The choices with the defaults of the other options.
  package func complete(
    _ choices: [(name: String, value: String)]
  ) throws(OutputProblem) -> BytewiseDictionary<String> {
    var complete: BytewiseDictionary<String> = [:]
    for option in options { complete[option.name] = option.usual }
    for (name, value) in choices {
      guard let option = options.first(where: { Bytewise($0.name) == Bytewise(name) }) else {
        let names = options.map(\.name)
        throw OutputProblem(
          "the format \(self.name) has no option `\(name)`",
          help: Suggestion.didYouMean(name, among: names)
            ?? (names.isEmpty ? "it has no options" : "its options are: \(names.joined(separator: ", "))"))
      }
      guard option.choices.isEmpty || option.choices.containsBytewise(value) else {
        throw OutputProblem(
          "`\(value)` is not a value of the option `\(name)`",
          help: Suggestion.didYouMean(value, among: option.choices)
            ?? "write one of: \(option.choices.joined(separator: ", "))")
      }
      guard !value.hasUnprintableScalar else {
        throw OutputProblem("the option `\(name)` has a control character", help: "write it without one")
      }
      try option.check(value)
      complete[name] = value
    }
    return complete
  }
}

extension OutputFormat {
  /// All formats, in the order in which they are listed.
  package static let all: [OutputFormat] = [
    css, scss, tailwind, json, typescript, tokens, swift, swiftui, android, assetCatalog,
    alacritty, foot, kitty, shell, terminals, tmux, wezterm, xresources,
    gtk3, gtk4, qt5ct, qt6ct, kde, gsettings,
    vim, neovim, vscode, base16,
    template,
  ]

  /// The roles that a format of a group needs, and those that it may be given.
  package static func roles(of group: Group) -> (needed: [String], optional: [String]) {
    let needed = [Roles.Name.background.rawValue, Roles.Name.foreground.rawValue, "ansi"]
    let terminal: [Roles.Name] = [.cursor, .cursorText, .selection, .selectionText]
    let desktop: [Roles.Name] = [.accent, .window, .view, .border, .error, .warning, .success]
    return switch group {
    case .web, .design, .native, .any: ([], [])
    case .terminal: (needed, terminal.map(\.rawValue))
    case .desktop, .editor: (needed, (terminal + desktop).map(\.rawValue) + ["appearance"])
    }
  }

  /// What becomes of values that the formats of a group cannot hold.
  package static func policy(of group: Group) -> String {
    switch group {
    case .terminal, .desktop, .editor:
      "Colours are opaque and in sRGB: transparent ones are composited over the background, those of other spaces are mapped into "
        + "sRGB as CSS does."
    case .web:
      "Values without a form in CSS (null, lists, calls, true and false) are left out. A colour outside sRGB is its nearest colour "
        + "there, and itself within `@supports`."
    case .design:
      "Values of types that the format does not have are left out: texts, true and false, lists, images, points and their like. A "
        + "value whose name is also that of a group is the group's `$root`."
    case .native:
      "Values that the target has no type for are left out, or are untyped. Colours are in sRGB; SwiftUI and asset catalogs have "
        + "those of Display P3 as they are."
    case .any: "The template decides."
    }
  }
}
