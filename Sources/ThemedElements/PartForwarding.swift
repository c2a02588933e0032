// SPDX-License-Identifier: MIT

import TextComparison
import ThemeModel

/// The parts of an element's style that belong to other elements. Redbeard.
///
/// What a style says of a part is a layer of the composition of the element that the part stands for: above the style of that
/// element's class or identifier, below what was pushed to it. So it makes no difference which of the two is themed first.
struct PartForwarding {
  /// A part of one element's style, as the element that it stands for keeps it.
  struct Part {
    let owner: ObjectIdentifier
    let key: String
    let members: [Value.Member]
  }

  private struct Target {
    weak var element: (any Themeable)?
  }

  /// Elements that hand parts on to one another, from the outermost: of more, or of elements that are parts of each other,
  /// the further ones get nothing.
  static let maximumDepth = 32

  /// The elements that were given a part, by its key.
  private var targets: BytewiseDictionary<[Target]> = [:]

  /// Which elements the parts stand for now, by key; none for a part that is the element's own.
  static func targets(_ parts: [Value.Member], of element: any Themeable) -> BytewiseDictionary<[any Themeable]> {
    var targets: BytewiseDictionary<[any Themeable]> = [:]
    // Of a key with a dot it cannot be told which properties lie below it.
    for part in parts where !part.key.utf8.contains(UInt8(ascii: ".")) {
      let elements = element.themeTargets(forKey: part.key)
      if !elements.isEmpty { targets[part.key] = elements }
    }
    return targets
  }

  /// Notes who has which part from now on. Returns the elements that had one and have it no more, with its key.
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

/// A part without the properties that the element it is a part of handles itself; those are appended to `handled`, with their
/// key paths.
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
