// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The screen of `livery watch`: what it shows is a function of the state and the window, and always fits.
///
/// The header is at the top, the summary at the bottom. Between them come the first finding, then the changed values, then
/// what there is room for of the other findings; errors first.
struct WatchScreen {
  var width: Int
  var height: Int
  var depth: ColorDepth

  /// At most `height` lines of at most `width` cells.
  func lines(_ state: WatchState) -> [StyledLine] {
    guard height > 0 else { return [] }
    let head = header(state)
    let foot = foot(state)
    let room = max(height - head.count - foot.count - 1, 0)
    let body =
      switch state.view {
      case .bundle: bundleBody(state, room: room)
      case .delta: deltaBody(state, room: room)
      case .help: helpBody
      }
    var lines = head + [StyledLine()] + body.prefix(room)
    while lines.count < height - foot.count { lines.append(StyledLine()) }
    // In a window too low for all of it the summary is what matters most.
    lines = lines.prefix(max(height - foot.count, 0)) + foot.suffix(height)
    return lines.map { $0.truncated(to: width, depth) }
  }

  private func header(_ state: WatchState) -> [StyledLine] {
    var left = StyledLine("livery  ", .bold)
    left.append(state.bundle, .bold)
    var facts = [state.dialect ?? "unknown dialect", counted(state.fileCount, "file")]
    facts.append(counted(state.styleCount, "style"))
    if !state.contextText.isEmpty { facts.append(state.contextText) }
    for fact in facts { left.append(" · \(fact)") }
    var right = StyledLine("listening on ", .dim)
    right.append(state.socketPath)
    right.append(" · \(counted(state.consumerCount, "consumer"))")
    let gap = width - left.width(depth) - right.width(depth)
    guard gap >= 2 else { return [left, right] }
    left.append(String(repeating: " ", count: gap))
    left.append(right)
    return [left]
  }

  private func bundleBody(_ state: WatchState, room: Int) -> [StyledLine] {
    let frames = frames(state)
    var body = Array((frames.first ?? []).prefix(room))
    var hidden = max(frames.count - 1, 0)
    // What does not fit is at least counted.
    let changes = changeLines(state, room: room - body.count - (hidden > 0 ? 1 : 0))
    var left = room - body.count - changes.count
    for frame in frames.dropFirst() {
      guard frame.count + 1 + (hidden > 1 ? 1 : 0) <= left else { break }
      body += [StyledLine()] + frame
      left -= frame.count + 1
      hidden -= 1
    }
    if hidden > 0, left > 0 { body.append(StyledLine("… and \(counted(hidden, "more finding"))", .dim)) }
    return body + changes
  }

  private func frames(_ state: WatchState) -> [[StyledLine]] {
    let frame = CodeFrame(findings: state.findings, width: width)
    // The list is sorted by place; among equals the order stays.
    let sorted = Severity.allCases.sorted(by: >).flatMap { severity in
      state.findings.diagnostics.filter { $0.severity == severity }
    }
    // Each takes two lines at least: more than these cannot be seen.
    let shown = sorted.prefix(height).map { frame.lines(for: $0) }
    return shown + sorted.dropFirst(height).map { _ in [] }
  }

  private func changeLines(_ state: WatchState, room: Int) -> [StyledLine] {
    guard !state.isCleared, room > 0, !state.changes.isEmpty else { return [] }
    let shown = state.changeCount <= room ? state.changes.count : min(room - 1, state.changes.count)
    var lines = state.changes.prefix(shown).map { $0.line() }
    let hidden = state.changeCount - shown
    if hidden > 0 { lines.append(StyledLine("… and \(counted(hidden, "more changed value"))", .dim)) }
    return lines
  }

  private func deltaBody(_ state: WatchState, room: Int) -> [StyledLine] {
    guard !state.changes.isEmpty else { return [StyledLine("Nothing has changed since the start.", .dim)] }
    var shown = state
    shown.isCleared = false
    return [StyledLine("Generation \(state.generation) changed", .bold)] + changeLines(shown, room: room - 1)
  }

  private var helpBody: [StyledLine] {
    WatchKey.allCases.map { key in
      var line = StyledLine("  \(key.rawValue)  ", .bold)
      line.append(key.summary)
      return line
    }
  }

  private func foot(_ state: WatchState) -> [StyledLine] {
    let warning = state.warning.map { StyledLine($0, .warning) }
    return (state.command?.screenLines ?? []) + [warning, summary(state)].compactMap(\.self)
  }

  private func summary(_ state: WatchState) -> StyledLine {
    var line = StyledLine()
    let errors = state.findings.count(.error)
    let warnings = state.findings.count(.warning)
    line.append(errors == 0 ? "no errors" : counted(errors, "error"), errors == 0 ? .help : .error)
    if warnings > 0 {
      line.append(" · ")
      line.append(counted(warnings, "warning"), .warning)
    }
    if state.heldCount > 0 {
      line.append(" · ")
      line.append("\(state.heldCount) held back", .warning)
    }
    var facts = ["\(counted(state.changeCount, "value")) changed", "generation \(state.generation)"]
    if let milliseconds = state.milliseconds { facts.append("\(tenths(milliseconds)) ms") }
    if !state.clock.isEmpty { facts.append(state.clock) }
    for fact in facts { line.append(" · \(fact)") }
    let hint = StyledLine("? help", .dim)
    let gap = width - line.width(depth) - hint.width(depth)
    if gap >= 2 {
      line.append(String(repeating: " ", count: gap))
      line.append(hint)
    }
    return line
  }
}
