// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

extension Resolver {
  /// The number of values in all files that refer to each of these ids. Load plans do not count, inheritance does. Names of `shared` ids
  /// are those of constants and styles as well. Costs one walk over all values.
  ///
  /// - Parameter styleKey: the key whose text is the name of a style; nil in dialects without one.
  package func referenceCounts(
    of names: [(name: String, space: Declarations.Space)], styleKey: String? = nil
  ) -> [Int] {
    var counts = [Int](repeating: 0, count: database.symbolCount)
    var textCounts: BytewiseDictionary<Int> = [:]
    let styleKey = styleKey.flatMap(database.names.find)
    database.forEachNode { node in
      switch node.operation {
      case .reference, .lookup, .part, .inherit:
        if Int(node.operand) < counts.count { counts[Int(node.operand)] += 1 }
      case .literal:
        let key = NameID(index: node.key)
        guard let styleKey, key == styleKey || database.names.suffix(key)?.base == styleKey,
          case .string(let text) = database.values[ValueID(index: node.operand)]
        else { return }
        textCounts[text, default: 0] += 1
      case .object, .array, .glyph, .font, .colorReference, .calls, .typed, .first, .absent, .invalid,
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
      let texts = spaces.contains(.styles) ? textCounts[name] ?? 0 : 0
      return spaces.compactMap { database.symbol(named: name, in: $0) }.reduce(texts) { $0 + counts[Int($1.index)] }
    }
  }
}
