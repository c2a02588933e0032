// SPDX-License-Identifier: GPL-2.0-or-later

import FindingSamples
import Foundation
import JSONText
import LinuxIO
import ProcessIO
import Reporting
import StyledText
import Testing
import ThemeEngine
import ThemeModel

@testable import LiveryCommands
@testable import WatchRendering

/// The screens that people see, as text in `Tests/Screens`: the built program on a pseudo-terminal of a given width, and the screen
/// of `livery watch` as it is drawn in a window of that size. `␛` stands for ESC.
///
/// `LIVERY_RECORD=1` records them; a person then reads the difference.
@Suite struct ScreenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Screens")

  private func check(_ text: String, _ name: String) throws {
    expectReadable(text)
    let shown = text.replacing("\u{1B}", with: "␛")
    let url = Self.folder.appending(path: "\(name).txt")
    if ProcessInfo.processInfo.environment["LIVERY_RECORD"] == "1" {
      return try shown.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(shown == (try? String(contentsOf: url, encoding: .utf8)), "\n\(shown)")
  }

  /// On a light and on a dark background: nothing sets one, or writes in black, white or grey; only swatches have colours of their
  /// own, and no fact is shown by a colour alone.
  private func expectReadable(_ text: String) {
    let styles = ["0", "1", "2"] + (1...6).flatMap { ["3\($0)", "1;3\($0)"] }
    for part in text.split(separator: "\u{1B}[").dropFirst() where !part.hasPrefix("?") {
      let (style, rest) = (part.prefix { $0 != "m" }, part.drop { $0 != "m" }.dropFirst())
      let isSwatch = style.hasPrefix("38;2;") && rest.hasPrefix("██")
      #expect(styles.contains(String(style)) || isSwatch, "\(part)")
    }
  }

  private static func name(_ screen: String, _ columns: Int, _ depth: ColorDepth) -> String {
    "\(screen)-\(columns)\(depth == .none ? "" : "-color")"
  }

  @Test(arguments: [80, 160], [ColorDepth.none, .full]) func findings(columns: Int, depth: ColorDepth) throws {
    let test = try realPath("/proc/self/exe")
    let programs = String(test.prefix(upTo: test.lastIndex(of: "/") ?? test.startIndex))
    let color = depth == .none ? "NO_COLOR=1" : "COLORTERM=truecolor"
    let terminal = try PseudoTerminal(
      """
      cd '\(Self.folder.path)' && export PATH='\(programs)':"$PATH" TERM=xterm-256color
      unset NO_COLOR FORCE_COLOR CLICOLOR_FORCE CLICOLOR COLORTERM
      export \(color); livery check bundle; echo "ended with $?"
      """, columns: columns, rows: 24)
    try terminal.wait(for: "ended with 1\r\n")
    #expect(terminal.waitForChange() == .exited(0))
    // Links name the file from the root of this machine on.
    let text = terminal.output.replacing(Self.folder.path, with: "").replacing("\r\n", with: "\n")
    try check(text, Self.name("check", columns, depth))
  }

  @Test(arguments: [80, 160], [ColorDepth.none, .full]) func watching(columns: Int, depth: ColorDepth) throws {
    let engine = ThemeEngine(bundle: "bundle")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.appending(path: "bundle").path)
    engine.apply(
      try paths.filter { $0.hasSuffix(".json") }.sorted().map { path in
        let bytes = try Data(contentsOf: Self.folder.appending(path: "bundle/\(path)"))
        return FileChange(path: path, content: .bytes(Array(bytes)))
      })
    let snapshot = engine.open(Context(device: .pad))
    var state = WatchState(
      bundle: "bundle", dialect: engine.dialectName?.rawValue, socketPath: "/run/user/1000/livery/bundle.sock",
      findings: BundleFindings(
        BundlePlaces(bundle: "bundle"), diagnostics: snapshot.diagnostics, source: engine.source))
    state.fileCount = engine.fileCount
    state.styleCount = snapshot.styleCount
    state.context = snapshot.context
    state.consumerCount = 3
    state.generation = 12
    state.milliseconds = 0.94
    state.timeOfDay = "14:02:11"
    let changes = [
      ValueChange(
        path: "styles/button/titleColor", old: .color(Color(red: 0.1, green: 0.46, blue: 0.82)),
        new: .color(Color(red: 0.13, green: 0.59, blue: 0.95, alpha: 0.5))),
      ValueChange(path: "styles/見出し🎨/title", old: .string("極光"), new: .string("오로라")),
      ValueChange(path: "constants/space", old: nil, new: .number(8)),
    ]
    let others = (1...38).map { ValueChange(path: "constants/size-\($0)", old: .number(1), new: .number(2)) }
    state.changes = ChangeList(changes + others, causes: [Cause(file: "palette.json", line: 2, column: 19)])
    var text = ""
    func add(_ title: String, rows: Int) {
      let style = StreamStyle(depth: depth, showsLinks: false)
      let lines = WatchScreen(width: columns, height: rows, depth: depth).lines(state)
      #expect(lines.count == rows && lines.allSatisfy { $0.width(depth) <= columns })
      text += "=== \(title), \(columns) x \(rows)\n" + lines.map { $0.text(for: style) + "\n" }.joined()
    }
    add("findings and changes", rows: 24)
    state.command = .init(
      phase: .ended(.exited(2)), lines: ["Traceback (most recent call last):", "KeyError: 'space'"])
    add("a command that failed", rows: 12)
    add("a low window", rows: 5)
    state.command = .init(phase: .working, lines: ["building 極光 …"])
    state.findings.diagnostics = []
    add("a command at work", rows: 12)
    state.command = nil
    state.view = .delta
    add("the last delta", rows: 10)
    state.view = .help
    add("help", rows: 12)
    try check(text, Self.name("watch", columns, depth))
  }
}
