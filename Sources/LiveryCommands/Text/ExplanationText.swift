// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeModel

/// An explanation as people read it on a terminal.
struct ExplanationText {
  let places: BundleFindings
  let width: Int
  let depth: ColorDepth

  /// Values are cut to so many cells, so that their places are seen.
  private static let valueWidth = 40

  /// - Parameter steps: those of the protocol's method `Explain`.
  func lines(_ path: String, _ steps: [JSONValue]) -> [StyledLine] {
    var head = StyledLine(path, .bold)
    guard !steps.isEmpty else {
      head.append("   from the bundle's last state; its files are gone", .dim)
      return [head]
    }
    if let result = steps.lazy.compactMap({ $0["result"] }).first {
      head.append("   ")
      head.append(valueText(result))
    } else {
      head.append("   cannot be resolved", .error)
    }
    let chain = steps.filter { $0["kind"] != "declaration" }
    var lines = [head] + declarations(steps.filter { $0["kind"] == "declaration" }, of: path)
    if !chain.isEmpty { lines += [StyledLine()] + columns(chain.map(hop), width: width, depth) }
    return lines
  }

  private func valueText(_ json: JSONValue) -> StyledLine {
    let value = Value(json: json)
    if case .object(let members) = value {
      return StyledLine("an object of \(counted(members.count, "member"))", .dim)
    }
    var line = StyledLine()
    line.append(value)
    return line.truncated(to: Self.valueWidth, depth)
  }

  // MARK: Declarations

  /// Where the path leads through a reference, what it leads to has a heading.
  private func declarations(_ steps: [JSONValue], of path: String) -> [StyledLine] {
    var lines: [StyledLine] = []
    var rest = steps[...]
    while let first = rest.first {
      let group = rest.prefix { $0["path"] == first["path"] && $0["depth"] == first["depth"] }
      rest = rest.dropFirst(group.count)
      let groupPath = first["path"]?.string ?? ""
      lines.append(StyledLine())
      if groupPath != Path.segments(of: path).map(Path.escape).joined(separator: "/") {
        lines.append(StyledLine(groupPath, .bold))
      }
      let merges = group.contains { $0["status"] == "merged" }
      lines += columns(group.map { declaration($0, merges: merges) }, width: width, depth)
    }
    return lines
  }

  private func declaration(_ step: JSONValue, merges: Bool) -> [StyledLine] {
    let status = step["status"]?.string ?? ""
    let mark: (text: String, style: StyledLine.Style) =
      switch status {
      case "won": ("✓", .help)
      case "merged": ("+", .help)
      default: ("-", .dim)
      }
    var said = StyledLine(mark.text, mark.style)
    said.append(" ")
    if step["inherits"] != nil { said.append("\(step["id"]?.string ?? ""): ") }
    said.append(content(of: step))
    var reason = merges && status == "won" && step["rule"] == nil ? "won: lies over the others" : reason(status, step)
    if step["heldBack"] == true {
      reason = "cannot be resolved: keeps the value of generation \(step["since"]?.count ?? 0)"
    }
    return [said, StyledLine(reason, status == "won" ? .help : .dim), place(of: step)]
  }

  private func reason(_ status: String, _ step: JSONValue) -> String {
    let suffix = step["suffix"]?.string
    let rule = step["rule"]?.string
    switch status {
    case "merged": return "merged"
    case "inactive": return "inactive: \(suffix ?? "its suffix") is for another device"
    case "won":
      switch rule {
      case "laterFile": return "won: the later file"
      case "chosenTheme": return "won: the chosen theme"
      case "suffix": return "won: \(suffix ?? "its suffix") is for this device"
      case "ownKey": return "won: an own key over inherited ones"
      case "laterParent": return "won: the later of those inherited"
      case "setAtRunTime": return "won: set at run time"
      default: return "won: the only one"
      }
    default:
      switch rule {
      case "laterFile": return "overridden by a later file"
      case "chosenTheme": return "overridden by a chosen theme"
      case "suffix": return "overridden by the variant for the device"
      case "ownKey": return "overridden by an own key"
      case "laterParent": return "overridden by what is inherited later"
      case "setAtRunTime": return "overridden at run time"
      default: return "overridden"
      }
    }
  }

  private func place(of step: JSONValue) -> StyledLine {
    if step["runTime"] == true { return StyledLine("set at run time") }
    return StyledLine(placeIn: step, places)
  }

  /// What a declaration says.
  private func content(of step: JSONValue) -> StyledLine {
    switch step["says"]?.string {
    case "literal": return valueText(step["value"] ?? .null)
    case "reference", "lookup": return StyledLine("→ \(step["target"]?.string ?? "")")
    case "colorReference": return StyledLine("a colour reference", .dim)
    case "invalid": return StyledLine("cannot be used", .error)
    case "calls": return StyledLine("calls", .dim)
    case let kind?: return StyledLine("\(kind == "object" || kind == "array" ? "an" : "a") \(kind)", .dim)
    case nil: return StyledLine()
    }
  }

  // MARK: The chain

  private func hop(_ step: JSONValue) -> [StyledLine] {
    let isModifier = step["kind"] == "modifier"
    let depth = max((step["depth"]?.count ?? 0) - (isModifier ? 0 : 1), 0)
    var path = StyledLine(String(repeating: "  ", count: depth))
    path.append(isModifier ? "with " : "→ ", .dim)
    path.append(step["path"]?.string ?? "")
    switch step["status"]?.string {
    case "missing": return [path, StyledLine("declared nowhere", .error)]
    case "cycle": return [path, StyledLine("closes a cycle", .error), place(of: step)]
    default: return [path, content(of: step), place(of: step)]
    }
  }
}
