// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

/// LV3001: texts with low contrast to the background of the same style, in each state. Each style is checked alone.
func contrastFindings(_ style: Value.Member, _ vocabulary: DesignVocabulary) -> [DesignFinding] {
  contrastPairs(in: style, vocabulary).filter { $0.ratio < $0.needed }.map(\.finding)
}

/// The texts of a style on their backgrounds, in each state but those of inactive elements.
package func contrastPairs(in style: Value.Member, _ vocabulary: DesignVocabulary) -> [PlacedContrast] {
  var rule = ContrastRule(vocabulary: vocabulary)
  rule.look(at: style.value, ["styles", style.key], under: nil, isInactive: false)
  return rule.pairs
}

/// A text on a background, with the places of both in a theme.
package struct PlacedContrast: Sendable {
  package struct PlacedColor: Sendable {
    package let color: Color
    /// The keys that lead to it, from `styles` down.
    package let path: [String]
  }

  package let text: PlacedColor
  package let background: PlacedColor
  /// From 1 to 21.
  package let ratio: Double
  /// What WCAG 2 asks for.
  package let needed: Double

  fileprivate var finding: DesignFinding {
    let place = text.path.count >= background.path.count ? text.path : background.path
    let other = place == text.path ? background.path : text.path
    return DesignFinding(
      code: .contrast,
      message: "`\(text.path.last ?? "")` \(text.color.text) has a contrast of \(rounded(ratio)):1 on "
        + "`\(background.path.last ?? "")` \(background.color.text), and at least \(rounded(needed)):1 is needed",
      path: place,
      related: [.init(message: place == text.path ? "the background" : "the text", path: other)],
      help: "make the darker one darker or the lighter one lighter")
  }
}

private struct ContrastRule {
  typealias Placed = PlacedContrast.PlacedColor

  /// The values of an object, completed by those of the normal state.
  struct Appearance {
    var texts: BytewiseDictionary<Placed> = [:]
    var background: Placed?
    var font: Font?
  }

  let vocabulary: DesignVocabulary
  var pairs: [PlacedContrast] = []

  /// - Parameter normal: the default values for the object; nil for an object that is not a state.
  mutating func look(at value: Value, _ path: [String], under normal: Appearance?, isInactive: Bool) {
    guard case .object(let members) = value else { return }
    var own = normal ?? Appearance()
    var saysColors = false
    for member in members {
      guard let color = member.value.srgbColor else { continue }
      if vocabulary.texts.contains(member.key) {
        own.texts[member.key] = Placed(color: color, path: path + [member.key])
        saysColors = true
      } else if vocabulary.backgrounds.contains(member.key) {
        own.background = Placed(color: color, path: path + [member.key])
        saysColors = true
      }
    }
    own.font = vocabulary.fonts.lazy.compactMap { value.font(at: $0) }.first ?? own.font
    if saysColors, !isInactive { judge(own) }
    lookAtStates(members, path, own, isInactive: isInactive)
  }

  private mutating func lookAtStates(
    _ members: [Value.Member], _ path: [String], _ own: Appearance, isInactive: Bool
  ) {
    for member in members {
      guard case .object = member.value else { continue }
      let path = path + [member.key]
      switch vocabulary.states {
      case .objects(let names):
        let isState = names.contains(member.key)
        look(
          at: member.value, path, under: isState ? own : nil,
          isInactive: isState && (isInactive || member.key == DesignVocabulary.inactive))
      case .none: look(at: member.value, path, under: nil, isInactive: false)
      case .prefixes, .calls: look(at: member.value, path, under: nil, isInactive: false)
      }
    }
    switch vocabulary.states {
    case .none, .objects: break
    case .prefixes(let names):
      for name in names where name != DesignVocabulary.inactive { lookAtPrefix("\(name):", members, path, own) }
    case .calls: lookAtCalls(members, path, own)
    }
  }

  /// `selected:titleColor` lies over `titleColor`.
  private mutating func lookAtPrefix(
    _ prefix: String, _ members: [Value.Member], _ path: [String], _ own: Appearance
  ) {
    var state = own
    var saysColors = false
    for member in members where member.key.hasPrefix(prefix) {
      guard let color = member.value.srgbColor else { continue }
      let name = String(member.key.dropFirst(prefix.count))
      let placed = Placed(color: color, path: path + [member.key])
      if vocabulary.texts.contains(name) {
        state.texts[name] = placed
      } else if vocabulary.backgrounds.contains(name) {
        state.background = placed
      } else {
        continue
      }
      saysColors = true
    }
    if saysColors { judge(state) }
  }

  /// `titleColor:forState` is called with a colour and the bits of a state.
  private mutating func lookAtCalls(_ members: [Value.Member], _ path: [String], _ own: Appearance) {
    for member in members where vocabulary.texts.contains(member.key) {
      guard case .calls(let calls) = member.value else { continue }
      for call in calls {
        guard let color = call.first?.srgbColor else { continue }
        if case .number(let state)? = call.last,
          Int(exactly: state).map({ $0 & DesignVocabulary.inactiveBit != 0 }) == true
        {
          continue
        }
        var appearance = own
        appearance.texts = [member.key: Placed(color: color, path: path + [member.key])]
        judge(appearance)
      }
    }
  }

  private mutating func judge(_ appearance: Appearance) {
    guard let background = appearance.background, background.color.alpha > 0 else { return }
    for (_, text) in appearance.texts.sorted(by: { Bytewise($0.key) < Bytewise($1.key) }) where text.color.alpha > 0 {
      pairs.append(
        PlacedContrast(
          text: text, background: background, ratio: contrastRatio(of: text.color, on: background.color),
          needed: appearance.font?.isLarge == true ? 3.0 : 4.5))
    }
  }
}

extension Font {
  /// Large text by WCAG 2: from 18 points, or from 14 where it is bold.
  fileprivate var isLarge: Bool {
    guard let size, size >= 14 else { return false }
    if size >= 18 || system == .bold { return true }
    let name = (name ?? "").lowercased()
    return ["bold", "heavy", "black"].contains { name.holds($0) }
  }
}

extension Value {
  fileprivate func font(at path: [String]) -> Font? {
    var value: Value? = self
    for key in path {
      guard case .object(let members)? = value else { return nil }
      value = members.last { $0.key == key }?.value
    }
    guard case .font(let font)? = value else { return nil }
    return font
  }
}

extension Color {
  fileprivate var text: String { alpha < 1 ? "\(hex) at \(rounded(alpha))" : hex }
}

/// At most two digits, cut off: 4.499 is not 4.5.
private func rounded(_ number: Double) -> String {
  let text = "\(Double(Int(number * 100)) / 100)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
