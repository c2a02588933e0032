// SPDX-License-Identifier: MIT

import TextComparison

extension Declarations {
  /// Declares the values of a snapshot as literals, by section and id. Values below ids are left out.
  package init(values: PathValues) {
    var builder = DeclarationBuilder()
    for (path, value) in values.sorted(by: { $0.key.wrappedValue.precedesBytewise($1.key.wrappedValue) })
    where path.wrappedValue.count == 2 {
      let path = path.wrappedValue
      builder.entry(path[1], in: path[0] == "styles" ? .styles : .constants)
      builder.value(value, key: nil)
    }
    self = builder.declarations
  }
}

extension DeclarationBuilder {
  fileprivate mutating func value(_ value: Value, key: String?) {
    let nowhere = ByteRange(0, 0)
    guard case .object(let members) = value else {
      return leaf(.literal, operand: literal(value), key: key, range: nowhere)
    }
    begin(.object, key: key, range: nowhere)
    for member in members { self.value(member.value, key: member.key) }
    end()
  }
}
