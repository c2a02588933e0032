// SPDX-License-Identifier: MIT

import TextComparison
import ThemeModel

/// The parts of an element's style that belong to other elements. Redbeard.
///
/// The properties of a part are a layer in the composition of the part's element: above the style of its class or identifier,
/// below its pushed changes. So the order in which the two elements are themed does not matter.
struct PartForwarding {
  /// A part of one element's style, kept by the part's element.
  struct Part {
    let owner: ObjectIdentifier
    let key: String
    let members: [Value.Member]
  }

  private struct Target {
    weak var element: (any Themeable)?
  }

  /// The depth of elements that apply parts to each other; deeper elements, and elements in a cycle, get nothing.
  static let maximumDepth = 32

  /// The elements that have a part, by its key.
  private var targets: BytewiseDictionary<[Target]> = [:]

  /// The elements of the parts, by key; empty for a part of the element itself.
  static func targets(_ parts: [Value.Member], of element: any Themeable) -> BytewiseDictionary<[any Themeable]> {
    var targets: BytewiseDictionary<[any Themeable]> = [:]
    // The properties below a key with a dot are unknown.
    for part in parts where !part.key.utf8.contains(UInt8(ascii: ".")) {
      let elements = element.themeTargets(forKey: part.key)
      if !elements.isEmpty { targets[part.key] = elements }
    }
    return targets
  }

  /// Records the elements of the parts. Returns the elements that lost a part, with its key.
  mutating func replace(
    with new: BytewiseDictionary<[any Themeable]>
  ) -> [(key: String, element: any Themeable)] {
    var gone: [(key: String, element: any Themeable)] = []
    for key in targets.keys.sortedBytewise() {
      let stay = new[key] ?? []
      for case let element? in (targets[key] ?? []).map(\.element) where !stay.contains(where: { $0 === element }) {
        gone.append((key, element))
      }
    }
    targets = new.mapValues { $0.map { Target(element: $0) } }
    return gone
  }
}

/// A part without the properties that the outer element handles itself; those are appended to `handled`, with their key paths.
func withoutCustomized(
  _ value: Value, at keyPath: String, by element: any ThemeCustomizing, _ handled: inout [Property]
) -> Value? {
  guard case .object(let members) = value else {
    guard element.shouldApplyThemeCustomization(forKeyPath: keyPath) else { return value }
    handled.append(Property(keyPath: keyPath, value: value))
    return nil
  }
  return .object(
    members.compactMap { member in
      withoutCustomized(member.value, at: "\(keyPath).\(member.key)", by: element, &handled).map {
        Value.Member(key: member.key, value: $0)
      }
    })
}
