// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
import ThemeModel

/// A form in which a theme can be written for other programs.
///
/// Its form is a pure function. A format is one file in a folder beside this one, one line in `all`, and an expected file.
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

  /// An option of a format.
  package struct Option: Sendable {
    package let name: String
    /// The possible values, of which the first is the default; empty where any text is possible.
    package let choices: [String]
    /// The default where any text is possible.
    let text: String
    package let summary: String

    init(name: String, choices: [String], summary: String) {
      self.name = name
      self.choices = choices
      self.summary = summary
      text = ""
    }

    /// An option whose value is any text of one line.
    init(name: String, text: String, summary: String) {
      self.name = name
      choices = []
      self.summary = summary
      self.text = text
    }

    package var usual: String { choices.first ?? text }

    /// The option whether references are written, and its choice to write values.
    static let referencesName = "references"
    static let values = "values"
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

  package let name: String
  package let group: Group
  /// Nil in a form without comments.
  package let comment: Comment?
  /// One line, without a full stop.
  package let summary: String
  package let options: [Option]
  /// How the program takes a changed file over.
  package let takeover: String
  private let form: Form

  /// What the format makes. The choices of both functions are complete and valid.
  enum Form: Sendable {
    case file(@Sendable (OutputRequest, _ choices: BytewiseDictionary<String>) throws(OutputProblem) -> String)
    case directory(
      @Sendable (OutputRequest, _ choices: BytewiseDictionary<String>) throws(OutputProblem) -> [OutputContent.Part])
  }

  init(
    name: String, group: Group, comment: Comment?, summary: String, options: [Option], takeover: String, form: Form
  ) {
    self.name = name
    self.group = group
    self.comment = comment
    self.summary = summary
    self.options = options
    self.takeover = takeover
    self.form = form
  }

  /// A format of one file.
  init(
    name: String, group: Group, comment: Comment?, summary: String, options: [Option], takeover: String,
    write: @escaping @Sendable (OutputRequest, _ choices: BytewiseDictionary<String>) throws(OutputProblem) -> String
  ) {
    self.init(
      name: name, group: group, comment: comment, summary: summary, options: options, takeover: takeover,
      form: .file(write))
  }

  /// Whether it makes a directory of files.
  package var makesDirectory: Bool {
    switch form {
    case .file: false
    case .directory: true
    }
  }

  /// Makes the content of an output. The same request gives the same content.
  package func content(of request: OutputRequest) throws(OutputProblem) -> OutputContent {
    let choices = try complete(request.choices)
    switch form {
    case .file(let write):
      if group != .web { try request.withoutModes(name) }
      return .file(try write(request, choices))
    case .directory(let write): return .directory(try write(request, choices))
    }
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
