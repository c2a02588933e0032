// SPDX-License-Identifier: MIT

package import JSONText

extension Interface {
  /// Compares parameters with the description. Unknown members are a mismatch.
  ///
  /// - Returns: the path of the first mismatch, joined by dots (`since.digest`, `select[2]`); nil when everything
  /// matches.
  package func firstMismatch(in parameters: JSONObject, with fields: [Field]) -> String? {
    for (name, value) in parameters.members {
      guard let field = fields.first(where: { $0.name == name }) else { return name }
      if let path = firstMismatch(in: value, with: field.type, at: name) { return path }
    }
    for field in fields where parameters[field.name] == nil {
      guard case .optional = field.type else { return field.name }
    }
    return nil
  }

  private func firstMismatch(in value: JSONValue, with type: ValueType, at path: String) -> String? {
    switch (type, value) {
    case (.bool, .bool), (.string, .string), (.optional, .null): return nil
    case (.float, .number), (.object, .object): return value.isFinite ? nil : path
    case (.int, .number(let number)):
      return number == number.rounded() && abs(number) <= Self.largestInteger ? nil : path
    case (.optional(let type), _):
      return firstMismatch(in: value, with: type, at: path)
    case (.named(let name), _):
      return types[name].map { firstMismatch(in: value, with: $0, at: path) } ?? path
    case (.array(let type), .array(let elements)):
      return elements.indices.lazy
        .compactMap { firstMismatch(in: elements[$0], with: type, at: "\(path)[\($0)]") }.first
    case (.map(let type), .object(let object)):
      return object.members.lazy
        .compactMap { firstMismatch(in: $0.value, with: type, at: "\(path).\($0.key)") }.first
    case (.structure(let fields), .object(let object)):
      return firstMismatch(in: object, with: fields).map { "\(path).\($0)" }
    case (.enumeration(let names), .string(let name)):
      return names.contains(name) ? nil : path
    case (.bool, _), (.int, _), (.float, _), (.string, _), (.object, _), (.array, _), (.map, _), (.structure, _),
      (.enumeration, _):
      return path
    }
  }

  /// Up to this number a double holds every integer. Others are infinite, see `Call.init`.
  private static let largestInteger = 9_007_199_254_740_992.0
}
