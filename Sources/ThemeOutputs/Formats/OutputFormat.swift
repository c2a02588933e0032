// SPDX-License-Identifier: GPL-2.0-or-later

/// A form in which a theme can be written for other programs: a pure function, with its facts.
///
/// A format is a constant in a file of the folders beside this one, a line in `all`, and an expected file. The constants have more
/// than 400 lines together.
package struct OutputFormat: Sendable {
  /// The marks around a comment of one line.
  package struct Comment: Sendable {
    package let start: String
    package let end: String

    init(_ start: String, _ end: String = "") {
      self.start = start
      self.end = end
    }
  }

  /// The way in which running programs load a changed file, if the user names no command.
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
  package let group: OutputGroup
  /// Nil in a form without comments.
  package let comment: Comment?
  /// One line, without a full stop.
  package let summary: String
  package let options: [Option]
  /// The parts for other contexts that an output may have.
  let modes: Modes
  /// The treatment of values that the format cannot hold, for people.
  package let policy: String
  /// The way in which the program loads a changed file, for people.
  package let takeover: String
  package let reload: Reload
  /// Whether it makes a directory of files.
  package let makesDirectory: Bool
  private let makeContent: Writer<OutputContent>

  /// Makes a part of an output. The choices are complete and valid.
  typealias Writer<Result> = @Sendable (OutputRequest, OutputChoices) throws(OutputProblem) -> Result

  /// The policy of formats that take their colours from roles.
  static let opaqueColors =
    "Colours are opaque and in sRGB: transparent ones are composited over the background, those of other spaces are mapped into sRGB "
    + "as CSS does."

  static let leftOutOfCSS = "Values without a form in CSS (null, lists, calls, true and false) are left out. "

  init(
    name: String, group: OutputGroup, comment: Comment?, summary: String, options: [Option], modes: Modes = .none,
    policy: String = opaqueColors, takeover: String, reload: Reload = .none, makesDirectory: Bool = false,
    content: @escaping Writer<OutputContent>
  ) {
    self.name = name
    self.group = group
    self.comment = comment
    self.summary = summary
    self.options = options
    self.modes = modes
    self.policy = policy
    self.takeover = takeover
    self.reload = reload
    self.makesDirectory = makesDirectory
    makeContent = content
  }

  /// A format of one file.
  init(
    name: String, group: OutputGroup, comment: Comment?, summary: String, options: [Option], modes: Modes = .none,
    policy: String = opaqueColors, takeover: String, reload: Reload = .none, write: @escaping Writer<String>
  ) {
    self.init(
      name: name, group: group, comment: comment, summary: summary, options: options, modes: modes, policy: policy,
      takeover: takeover, reload: reload
    ) { (request, choices) throws(OutputProblem) in .file(try write(request, choices)) }
  }

  /// Makes the content of an output. The same request gives the same content.
  package func content(of request: OutputRequest) throws(OutputProblem) -> OutputContent {
    let choices = try OutputChoices(request.choices, of: self)
    for mode in request.modes { try check(condition: mode.condition) }
    if group.takesSelection, !request.patterns.isEmpty, request.entries().isEmpty {
      throw OutputProblem(
        "no value is selected by \(request.patterns.map { "`\($0)`" }.joined(separator: ", "))",
        help: "`livery list` lists the values of a theme")
    }
    return try makeContent(request, choices)
  }

  /// Whether the content depends on which values refer to others.
  package func writesReferences(_ choices: [(name: String, value: String)]) -> Bool {
    (try? OutputChoices(choices, of: self))?.writesReferences ?? false
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
}
