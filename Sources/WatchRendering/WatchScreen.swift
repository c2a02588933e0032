// SPDX-License-Identifier: GPL-2.0-or-later

import Reporting
package import StyledText
import ThemeModel

/// The screen of `livery watch`: a function of the state and the size of the window.
///
/// The header is at the top, the summary at the bottom. Between them is a document that scrolls: the findings from the
/// selected one on, then the changed values. An unscrolled document that is too long becomes an overview: the first finding,
/// the first changed values, and further findings as far as they fit.
package struct WatchScreen {
  package var width: Int
  package var height: Int
  package var depth: ColorDepth

  /// - Parameters:
  ///   - width: in cells.
  ///   - height: in lines.
  package init(width: Int, height: Int, depth: ColorDepth) {
    self.width = width
    self.height = height
    self.depth = depth
  }

  /// At most `height` lines of at most `width` cells.
  package func lines(_ state: WatchState) -> [StyledLine] {
    guard height > 0 else { return [] }
    let document = document(state)
    let layout = layout(state, documentLines: document.count)
    let room = layout.room
    var foot = layout.foot
    var position: String?
    let body: [StyledLine]
    if case .bundle = state.view, state.scroll == 0, document.count > room {
      body = overview(state, room: room)
    } else {
      let start = min(state.scroll, max(document.count - room, 0))
      if document.count > room { position = "\(start + 1)–\(start + room) of \(document.count)" }
      body = document.lines(from: start, room: room, width: width, depth)
    }
    if let position, !isAsking(state) { foot[foot.count - 1] = summary(state, position: position) }
    var lines = layout.head + body.prefix(room)
    while lines.count < height - foot.count { lines.append(StyledLine()) }
    // In a very low window the summary has precedence.
    lines = lines.prefix(max(height - foot.count, 0)) + foot.suffix(height)
    return lines.map { $0.truncated(to: width, depth) }
  }

  /// The number of lines above the visible ones after a key.
  package func scrolled(_ state: WatchState, by scrolling: Scrolling) -> Int {
    let document = document(state)
    let room = max(layout(state, documentLines: document.count).room, 1)
    let end = max(document.count - room, 0)
    let start = min(state.scroll, end)
    let target =
      switch scrolling {
      case .lineUp: start - 1
      case .lineDown: start + 1
      case .pageUp: start - max(room - 1, 1)
      case .pageDown: start + max(room - 1, 1)
      case .start: 0
      case .end: end
      }
    return min(max(target, 0), end)
  }

  // MARK: The layout

  private struct Layout {
    /// With the blank line below it.
    var head: [StyledLine]
    var foot: [StyledLine]
    /// The number of lines between them.
    var room: Int
  }

  /// Lines of the document that have precedence over most lines around it.
  private static let precedence = 3

  /// Leaves out lines in a low window: the blank line, then the header behind its first line, then the lines of the command. Notices,
  /// the summary and the question about fixes stay.
  private func layout(_ state: WatchState, documentLines: Int) -> Layout {
    var head = header(state) + [StyledLine()]
    var foot = foot(state)
    var commandLines = isAsking(state) ? 0 : state.command?.screenLines.count ?? 0
    let wanted = min(documentLines, Self.precedence)
    while height - head.count - foot.count < wanted {
      if head.count > 1 {
        head.removeLast()
      } else if commandLines > 0 {
        commandLines -= 1
        foot.remove(at: commandLines)
      } else {
        break
      }
    }
    return Layout(head: head, foot: foot, room: max(height - head.count - foot.count, 0))
  }

  // MARK: The top

  private func header(_ state: WatchState) -> [StyledLine] {
    var left = StyledLine("livery  ", .bold)
    left.append(state.bundle, .bold)
    var facts = [state.dialect ?? "unknown dialect", counted(state.fileCount, "file")]
    facts.append(counted(state.styleCount, "style"))
    if !state.contextText.isEmpty { facts.append(state.contextText) }
    for fact in facts { left.append(" · \(fact)") }
    let consumers = " · \(counted(state.consumerCount, "consumer"))"
    var right = StyledLine("listening on ", .dim)
    right.append(state.socketPath)
    right.append(consumers)
    let gap = width - left.width(depth) - right.width(depth)
    var lines: [StyledLine]
    if gap >= 2 {
      left.append(String(repeating: " ", count: gap))
      left.append(right)
      lines = [left]
    } else if right.width(depth) <= width {
      lines = [left, right]
    } else {
      let room = max(width - consumers.displayWidth, 0)
      lines = [left, StyledLine(state.socketPath.printable.elidedInTheMiddle(to: room) + consumers)]
    }
    if let line = overridesLine(state) { lines.append(line) }
    return lines
  }

  /// What lies over the files or stands for them: values that are set at run time, themes in use, unsaved texts, last good states.
  private func overridesLine(_ state: WatchState) -> StyledLine? {
    var parts: [(long: String, short: String)] = []
    let runTime = state.runTime
    if !runTime.entries.isEmpty {
      let count = "\(counted(runTime.entries.count, "value")) set at run time"
      let names = runTime.entries.prefix(8).map(\.name).joined(separator: ", ")
      parts.append(("\(count): \(names) (livery reset)", count))
    }
    if !runTime.themes.isEmpty {
      let themes = "in use: \(runTime.themes.joined(separator: ", "))"
      parts.append(("\(themes) (livery use)", themes))
    }
    if !state.unsavedFiles.isEmpty {
      let count = counted(state.unsavedFiles.count, "unsaved text")
      parts.append(("unsaved: \(state.unsavedFiles.joined(separator: ", ")) (livery overlays)", count))
    }
    if state.heldCount > 0 {
      parts.append(("\(state.heldCount) held back until fixed (livery forget)", "\(state.heldCount) held back"))
    }
    guard !parts.isEmpty else { return nil }
    let long = parts.map(\.long).joined(separator: " · ")
    let text = long.displayWidth <= width ? long : parts.map(\.short).joined(separator: " · ")
    return StyledLine(text, .warning)
  }

  // MARK: The middle

  private func document(_ state: WatchState) -> WatchDocument {
    var document = WatchDocument()
    switch state.view {
    case .bundle:
      document.append(findings(state))
      guard !state.isCleared, !state.changes.isEmpty else { break }
      if document.count > 0 { document.append([StyledLine()]) }
      document.append(state.changes, prefix: state.findings.places.prefix, width: width)
    case .delta:
      document.append([StyledLine("Generation \(state.generation)", .bold), StyledLine()])
      if state.changes.isEmpty { document.append([StyledLine("No value changed.", .dim)]) }
      document.append(state.changes, prefix: state.findings.places.prefix, width: width)
      let findings = findings(state)
      if !findings.isEmpty { document.append([StyledLine()] + findings) }
    case .help:
      document.append(help)
    case .fixes(let preview):
      document.append([StyledLine(counted(preview.count, "safe fix", plural: "safe fixes"), .bold)])
      document.append(preview.lines(width: width))
    }
    return document
  }

  /// The maximum number of findings with their code. Further findings have one line each.
  private static let maximumFrames = 100

  /// The findings from the selected one on.
  private func frames(_ state: WatchState) -> [[StyledLine]] {
    var frame = CodeFrame(findings: state.findings, width: width)
    frame.isOnScreen = true
    let findings = state.sortedFindings.dropFirst(state.selected)
    return findings.prefix(Self.maximumFrames).map { frame.lines(for: $0) }
      + findings.dropFirst(Self.maximumFrames).map { [StyledLine(state.findings.conciseLine($0))] }
  }

  /// The findings from the selected one on, with a blank line between them.
  private func findings(_ state: WatchState) -> [StyledLine] {
    frames(state).enumerated().flatMap { number, frame in (number > 0 ? [StyledLine()] : []) + frame }
  }

  /// The first finding, the first changed values, and further findings as far as they fit.
  private func overview(_ state: WatchState, room: Int) -> [StyledLine] {
    let frames = frames(state)
    var body = Array((frames.first ?? []).prefix(room))
    var hidden = max(frames.count - 1, 0)
    // A line counts the findings that do not fit.
    let hasGap = !body.isEmpty && room - body.count > 4
    let changes = changeLines(state, room: room - body.count - (hidden > 0 ? 1 : 0) - (hasGap ? 1 : 0))
    var left = room - body.count - changes.count - (hasGap ? 1 : 0)
    for frame in frames.dropFirst() {
      guard frame.count + 1 + (hidden > 1 ? 1 : 0) <= left else { break }
      body += [StyledLine()] + frame
      left -= frame.count + 1
      hidden -= 1
    }
    if hidden > 0, left > 0 { body.append(StyledLine("… and \(counted(hidden, "more finding")) (n)", .dim)) }
    return body + (hasGap && !changes.isEmpty ? [StyledLine()] : []) + changes
  }

  private func changeLines(_ state: WatchState, room: Int) -> [StyledLine] {
    guard !state.isCleared, room > 0, !state.changes.isEmpty else { return [] }
    var document = WatchDocument()
    document.append(state.changes, prefix: state.findings.places.prefix, width: width)
    guard document.count > room else { return document.lines(from: 0, room: room, width: width, depth) }
    guard room > 2 else { return document.lines(from: 0, room: 1, width: width, depth) }
    let lines = document.lines(from: 0, room: room - 1, width: width, depth)
    let shown = document.valueCount(in: 0..<(room - 1))
    return lines + [StyledLine("… and \(counted(state.changes.count - shown, "more changed value")) (↓)", .dim)]
  }

  private var help: [StyledLine] {
    let keys = WatchKey.allCases.map { ("  \($0.rawValue)  ", $0.summary) } + [("     ", WatchKey.scrolling)]
    return keys.flatMap { key, summary in
      wrapped(summary, width: width - key.displayWidth).enumerated().map { number, text in
        var line = StyledLine(number == 0 ? key : String(repeating: " ", count: key.displayWidth), .bold)
        line.append(text)
        return line
      }
    }
  }

  // MARK: The bottom

  private func isAsking(_ state: WatchState) -> Bool {
    if case .fixes = state.view { true } else { false }
  }

  private func foot(_ state: WatchState) -> [StyledLine] {
    if case .fixes(let preview) = state.view {
      let question = counted(preview.count, "fix", plural: "fixes")
      return [StyledLine("Write \(question)? y yes · n no", .bold)]
    }
    var lines = state.command?.screenLines ?? []
    if let warning = state.warning { lines.append(StyledLine(warning, .warning)) }
    if let notice = state.notice {
      lines.append(StyledLine(notice, .info))
    } else if let hint = hint(state) {
      lines.append(hint)
    }
    return lines + [summary(state)]
  }

  /// The keys and commands for the first finding; nil in a low window.
  private func hint(_ state: WatchState) -> StyledLine? {
    guard height >= 12, case .bundle = state.view, let finding = state.selectedFinding else { return nil }
    var parts = ["livery explain \(finding.code.rawValue)"]
    if !finding.file.isEmpty { parts.append("e edit") }
    if state.findings.diagnostics.count > 1 { parts.append("n next finding") }
    let fixes = state.findings.safeFixCount
    if fixes > 0 { parts.insert("f fixes \(fixes) (livery fix)", at: 0) }
    return StyledLine(fitting(parts, width: width), .dim)
  }

  /// The first parts that fit.
  private func fitting(_ parts: [String], width: Int) -> String {
    var text = ""
    for part in parts {
      let longer = text.isEmpty ? part : "\(text) · \(part)"
      guard longer.displayWidth <= width else { break }
      text = longer
    }
    return text
  }

  /// - Parameter position: the range of visible lines of a longer document.
  private func summary(_ state: WatchState, position: String? = nil) -> StyledLine {
    let hint = StyledLine((position.map { "\($0) · " } ?? "") + "? help", .dim)
    var line = StyledLine()
    let errors = state.findings.count(.error)
    let warnings = state.findings.count(.warning)
    line.append(errors == 0 ? "no errors" : counted(errors, "error"), errors == 0 ? .help : .error)
    if warnings > 0 {
      line.append(" · ")
      line.append(counted(warnings, "warning"), .warning)
    }
    var facts = ["\(state.changes.countText) changed", "generation \(state.generation)"]
    if let milliseconds = state.milliseconds { facts.append("\(tenths(milliseconds)) ms") }
    if !state.timeOfDay.isEmpty { facts.append(state.timeOfDay) }
    // The key for help has precedence.
    let room = width - hint.width(depth) - 2
    for fact in facts {
      guard line.width(depth) + fact.displayWidth + 3 <= room else { break }
      line.append(" · \(fact)")
    }
    guard room >= 8 else { return line }
    line = line.truncated(to: room, depth)
    line.append(String(repeating: " ", count: width - line.width(depth) - hint.width(depth)))
    line.append(hint)
    return line
  }
}
