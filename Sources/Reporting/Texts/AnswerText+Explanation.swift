// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
package import StyledText
import TextComparison
package import ThemeModel

extension AnswerText {
  /// The value at a path, its declarations, then its chain of references.
  package func lines(_ path: String, _ steps: [ExplanationStep]) -> [StyledLine] {
    var head = StyledLine(path, .bold)
    guard !steps.isEmpty else {
      head.append("   from the bundle's last state; its files are gone", .dim)
      return [head]
    }
    if let result = steps.lazy.compactMap(\.result).first {
      head.append("   ")
      head.append(valueText(result))
    } else {
      head.append("   cannot be resolved", .error)
    }
    let chain = steps.filter { $0.kind != .declaration }
    var lines = [head] + declarations(steps.filter { $0.kind == .declaration }, of: path)
    if !chain.isEmpty { lines += [StyledLine()] + columns(chain.map(hop), width: width, depth) }
    if let metadata = steps.first(where: { $0.status == .won })?.metadata {
      lines += [StyledLine()] + self.lines(metadata)
    }
    return lines
  }

  /// The description and other metadata of a token.
  private func lines(_ metadata: JSONObject) -> [StyledLine] {
    let rows = metadata.members.map { key, value in
      let text = if case .string(let text) = value { text } else { value.text }
      return [StyledLine("  \(key)", .dim), StyledLine(text).truncated(to: Self.metadataWidth, depth)]
    }
    return columns(rows, width: width, depth)
  }

  private func valueText(_ value: Value) -> StyledLine {
    if case .object(let members) = value {
      return StyledLine("an object of \(counted(members.count, "member"))", .dim)
    }
    var line = StyledLine()
    line.append(value)
    return line.truncated(to: Self.valueWidth, depth)
  }

  /// The maximum columns of one member of the metadata. The answer in JSON has the whole.
  private static let metadataWidth = 400

  // MARK: Declarations

  /// The declarations of a referenced value have a heading.
  private func declarations(_ steps: [ExplanationStep], of path: String) -> [StyledLine] {
    var lines: [StyledLine] = []
    var rest = steps[...]
    while let first = rest.first {
      let group = rest.prefix { Bytewise($0.path) == Bytewise(first.path) && $0.depth == first.depth }
      rest = rest.dropFirst(group.count)
      lines.append(StyledLine())
      if first.path != Path.segments(of: path).map(Path.escape).joined(separator: "/") {
        lines.append(StyledLine(first.path, .bold))
      }
      let merges = group.contains { $0.status == .merged }
      lines += columns(group.map { declaration($0, merges: merges) }, width: width, depth)
    }
    return lines
  }

  private func declaration(_ step: ExplanationStep, merges: Bool) -> [StyledLine] {
    let mark: (text: String, style: StyledLine.Style) =
      switch step.status {
      case .won: ("✓", .help)
      case .merged: ("+", .help)
      case .overridden, .inactive, .missing, .cycle: ("-", .dim)
      }
    var said = StyledLine(mark.text, mark.style)
    said.append(" ")
    if !step.inherits.isEmpty { said.append("\(step.id): ") }
    said.append(content(of: step))
    var reason = merges && step.status == .won && step.rule == nil ? "won: lies over the others" : reason(step)
    if let generation = step.heldSince { reason = "held back: keeps the value of generation \(generation)" }
    return [said, StyledLine(reason, step.status == .won ? .help : .dim), place(of: step)]
  }

  private func reason(_ step: ExplanationStep) -> String {
    let suffix = step.suffix ?? "its suffix"
    switch step.status {
    case .merged: return "merged"
    case .inactive: return "inactive: \(suffix) is for another device"
    case .won:
      switch step.rule {
      case .laterFile: return "won: the later file"
      case .chosenTheme: return "won: the chosen theme"
      case .suffix: return "won: \(suffix) is for this device"
      case .ownKey: return "won: an own key over inherited ones"
      case .laterParent: return "won: the last inherited one"
      case .setAtRunTime: return "won: set at run time"
      case nil: return "won: the only one"
      }
    case .overridden, .missing, .cycle:
      switch step.rule {
      case .laterFile: return "overridden by a later file"
      case .chosenTheme: return "overridden by a chosen theme"
      case .suffix: return "overridden by the variant for the device"
      case .ownKey: return "overridden by an own key"
      case .laterParent: return "overridden by a later parent"
      case .setAtRunTime: return "overridden at run time"
      case nil: return "overridden"
      }
    }
  }

  private func place(of step: ExplanationStep) -> StyledLine {
    switch step.origin {
    case .runTime: StyledLine("set at run time")
    case .file(let cause): StyledLine(cause, places)
    case nil: StyledLine()
    }
  }

  /// The content of a declaration.
  private func content(of step: ExplanationStep) -> StyledLine {
    switch step.content {
    case .literal(let value): valueText(value)
    case .reference(let target), .lookup(let target): StyledLine("→ \(target)")
    case .colorReference: StyledLine("a colour reference", .dim)
    case .invalid: StyledLine("cannot be used", .error)
    case .calls: StyledLine("calls", .dim)
    case .object: StyledLine("an object", .dim)
    case .array: StyledLine("an array", .dim)
    case .font: StyledLine("a font", .dim)
    case .glyph: StyledLine("a glyph", .dim)
    case nil: StyledLine()
    }
  }

  // MARK: The chain

  private func hop(_ step: ExplanationStep) -> [StyledLine] {
    let isModifier = step.kind == .modifier
    let depth = max(step.depth - (isModifier ? 0 : 1), 0)
    var path = StyledLine(String(repeating: "  ", count: depth))
    path.append(isModifier ? "with " : "→ ", .dim)
    path.append(step.path)
    switch step.status {
    case .missing: return [path, StyledLine("declared nowhere", .error)]
    case .cycle: return [path, StyledLine("closes a cycle", .error), place(of: step)]
    case .won, .merged, .overridden, .inactive: return [path, content(of: step), place(of: step)]
    }
  }
}
