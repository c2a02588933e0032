// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import OutputConfiguration
import OutputReload
import ThemeOutputs

/// What a reload of an output does: acts that are done at once, and programs that run one after the other.
struct ReloadPlan {
  /// A program that is run.
  struct Step: Equatable {
    let words: [String]
    /// Seconds that it may take.
    let limit: Int
  }

  var signal: ProgramSignal?
  /// Whether the file is sent to the terminals of this user, and which programs count as terminals.
  var terminals: TerminalWriting?
  var steps: [Step] = []
  /// What was passed over, with the reason.
  var skipped: [String] = []

  /// Seconds that a program of a user may take.
  private static let limit = 10
  /// Seconds that a running editor may take.
  private static let editorLimit = 1

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
    switch output.format.name {
    case "kitty": signal = .kitty
    case "terminals":
      let programs = output.options.last { $0.name == "programs" }?.value.split(separator: ",").map(String.init) ?? []
      terminals = programs.isEmpty ? TerminalWriting() : TerminalWriting(programs: programs)
    case "tmux":
      let found = ServerSockets.tmux(in: variable("TMUX_TMPDIR") ?? "/tmp")
      steps = found.trusted.map { Step(words: ["tmux", "-N", "-S", $0, "source-file", path], limit: Self.limit) }
      skipped = found.skipped
    case "neovim":
      let found = ServerSockets.neovim(runtimeDirectory: variable("XDG_RUNTIME_DIR"))
      steps = found.trusted.map {
        Step(words: ["nvim", "--server", $0, "--remote-expr", Self.neovimExpression], limit: Self.editorLimit)
      }
      skipped = found.skipped
    case "xresources":
      guard variable("DISPLAY") != nil else { return }
      steps = [Step(words: ["xrdb", "-nocpp", "-merge", path], limit: Self.limit)]
    case "gsettings":
      let settings = ((try? readFile(path, limit: 1 << 16)) ?? []).split(separator: 0x0A)
      steps = settings.compactMap { line in Self.setting(String(decoding: line, as: UTF8.self)) }
    default: break
    }
    skipped = skipped.filter { !$0.isEmpty }
  }

  /// `color-scheme='prefer-dark'` as a command. A setting that has the value already stays, without a signal to programs.
  private static func setting(_ line: String) -> Step? {
    guard let equals = line.firstIndex(of: "="), line.last == "'" else { return nil }
    let value = line[line.index(after: equals)...].dropFirst().dropLast()
    return Step(
      words: ["gsettings", "set", "org.gnome.desktop.interface", String(line[..<equals]), String(value)], limit: limit)
  }

  /// Loads the scheme again where it is in use. The same text for all themes.
  private static let neovimExpression =
    "execute(\"if get(g:, 'colors_name', '') ==# 'livery' | colorscheme livery | endif\")"
}
