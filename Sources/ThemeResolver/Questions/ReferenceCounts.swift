// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

extension Resolver {
  /// The number of values in all files that refer to each of these ids. Load plans do not count, inheritance does. Names of `shared` ids
  /// are those of constants and styles as well. Costs one walk over all values.
  package func referenceCounts(of names: [(name: String, space: Declarations.Space)]) -> [Int] {
    var counts = [Int](repeating: 0, count: database.symbolCount)
    database.forEachNode { node in
      switch node.operation {
      case .reference, .lookup, .part, .inherit:
        if Int(node.operand) < counts.count { counts[Int(node.operand)] += 1 }
      case .object, .array, .literal, .glyph, .font, .colorReference, .calls, .typed, .first, .absent, .invalid,
        .invalidInherit:
        break
      }
    }
    return names.map { name, space in
      let spaces: [Declarations.Space] =
        switch space {
        case .constants: [.constants, .shared]
        case .styles, .baseStyles: [.styles, .baseStyles, .shared]
        case .shared, .order, .ownTypes, .types: [.shared, .constants, .styles, .baseStyles]
        }
      return spaces.compactMap { database.symbol(named: name, in: $0) }.reduce(0) { $0 + counts[Int($1.index)] }
    }
  }
}
