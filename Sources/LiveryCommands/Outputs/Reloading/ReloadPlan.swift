// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import OutputConfiguration
import OutputReload
import TextComparison
import ThemeOutputs

/// The steps of a reload: a signal and escape sequences, which are sent at once, and programs that run one after the other.
struct ReloadPlan {
  /// A program that is run.
  struct Step {
    let words: [String]
    /// The maximum seconds of its run.
    let limit: Int
    /// The steps that follow from the line that the program printed; nil where the program has nothing to answer, and fails with
    /// a different exit code than 0. The line is nil when the program has failed. An answer of nil is a failure, too.
    var answer: ((_ line: String?) -> [Step]?)?
  }

  var signal: ProgramSignal?
  /// Whether the file is sent to the terminals of this user, and which programs count as terminals.
  var terminals: TerminalWriting?
  var steps: [Step] = []
  /// The reasons why sockets were passed over.
  var skipped: [String] = []

  /// The maximum seconds for a program of the user.
  private static let limit = 10
  /// The maximum seconds for a running editor.
  private static let editorLimit = 1

  /// Whether the reload of an output depends on variables of the user's session.
  static func needsSession(_ output: ConfiguredOutput) -> Bool {
    switch output.reload {
    case .off: false
    case .command: true
    case .usual:
      switch output.format.reload {
      case .none, .kitty, .terminals: false
      case .themeOfGTK: isTheme(output)
      case .tmux, .neovim, .resourceDatabase, .settings: true
      }
    }
  }

  /// - Parameters:
  ///   - path: of the written file.
  ///   - variable: a variable of the session in which programs run.
  init(_ output: ConfiguredOutput, file path: String, variable: (String) -> String?) {
    switch output.reload {
    case .off: break
    case .command(let words): steps = [Step(words: words, limit: Self.limit)]
    case .usual: addUsual(output, path, variable)
    }
  }

  private mutating func addUsual(_ output: ConfiguredOutput, _ path: String, _ variable: (String) -> String?) {
    switch output.format.reload {
    case .none: break
    case .kitty: signal = .kitty
    case .terminals:
      let programs = output.options.last { $0.name == "programs" }?.value.split(separator: ",").map(String.init) ?? []
      terminals = programs.isEmpty ? TerminalWriting() : TerminalWriting(programs: programs)
    case .tmux:
      let found = ServerSockets.tmux(in: variable("TMUX_TMPDIR") ?? "/tmp")
      steps = found.trusted.map { Step(words: ["tmux", "-N", "-S", $0, "source-file", path], limit: Self.limit) }
      skipped = found.skipped
    case .neovim:
      let found = ServerSockets.neovim(runtimeDirectory: variable("XDG_RUNTIME_DIR"))
      steps = found.trusted.map {
        Step(words: ["nvim", "--server", $0, "--remote-expr", Self.neovimExpression], limit: Self.editorLimit)
      }
      skipped = found.skipped
    case .resourceDatabase:
      guard variable("DISPLAY") != nil else { return }
      steps = [Step(words: ["xrdb", "-nocpp", "-merge", path], limit: Self.limit)]
    case .settings:
      let lines = ((try? readFile(path, limit: 1 << 16)) ?? []).split(separator: 0x0A)
      steps = lines.compactMap { Self.setting(String(decoding: $0, as: UTF8.self)) }
    case .themeOfGTK: if Self.isTheme(output) { steps = [Self.themeOfGTK] }
    }
    skipped = skipped.filter { !$0.isEmpty }
  }

  /// Loads the scheme again where it is in use. The same text for all themes.
  private static let neovimExpression =
    "execute(\"if get(g:, 'colors_name', '') ==# 'livery' | colorscheme livery | endif\")"

  // MARK: Settings of GNOME

  private static let schema = "org.gnome.desktop.interface"

  /// Sets `color-scheme='prefer-dark'` where the setting has another value. A desktop that is older than the accent colour does
  /// without.
  private static func setting(_ line: String) -> Step? {
    guard let equals = line.firstIndex(of: "="), line.last == "'" else { return nil }
    let key = String(line[..<equals])
    let value = String(line[line.index(after: equals)...].dropFirst().dropLast())
    return Step(words: ["gsettings", "get", schema, key], limit: limit) { current in
      guard let current else { return key == "accent-color" ? [] : nil }
      return Bytewise(current) == Bytewise("'\(value)'") ? [] : [set(key, value)]
    }
  }

  private static func set(_ key: String, _ value: String) -> Step {
    Step(words: ["gsettings", "set", schema, key, value], limit: limit)
  }

  /// Programs load a theme when it becomes the one in use, so that it is set away and back.
  private static var themeOfGTK: Step {
    Step(words: ["gsettings", "get", schema, "gtk-theme"], limit: limit) { current in
      guard let current else { return nil }
      return current == "'livery'" ? [set("gtk-theme", "Adwaita"), set("gtk-theme", "livery")] : []
    }
  }

  /// Whether the file is a theme of GTK, and not the style sheet of a user.
  private static func isTheme(_ output: ConfiguredOutput) -> Bool {
    output.options.last { $0.name == "theme" }?.value == "true"
  }
}
