// SPDX-License-Identifier: MIT

import JSONText
package import ThemeComposition
import ThemeModel

/// The element of Compose is composition's own type.
extension Element: InterfaceStructure {
  package init() { self.init(className: nil) }

  package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
    visitor.member("class", &className)
    visitor.optionalMember("containers", &containers)
    visitor.member("identifier", &identifier)
    visitor.optionalMember("styles", &styles)
    visitor.member("elementId", &elementId)
    visitor.optionalMember("states", &states)
    var objects = changes.compactMap { Value.object($0).json.object }
    visitor.optionalMember("changes", &objects)
    changes = objects.map(Value.members)
  }
}

extension ThemeInterface {
  /// The entries that a list of an element may have.
  package static let maximumElementEntries = 256
}

extension Element {
  /// Whether every list has a permitted number of entries.
  package var isWithinLimits: Bool { oversizedList == nil }

  /// The name of a list with too many entries.
  package var oversizedList: String? {
    let counts = [
      ("containers", containers.count), ("styles", styles.count), ("states", states.count), ("changes", changes.count),
    ]
    return counts.first { $0.1 > ThemeInterface.maximumElementEntries }?.0
  }
}
