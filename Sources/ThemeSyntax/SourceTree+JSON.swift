// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText

extension SourceTree {
  /// A value with its parts as JSON. Of members with one key the last counts. A syntax error is null.
  package func json(of node: Node) -> JSONValue {
    switch kind(of: node) {
    case .object:
      .object(JSONObject(effectiveMembers(of: node, reporting: { _ in }).map { (key(of: $0), json(of: $0.value)) }))
    case .array: .array(elements(of: node).map { json(of: $0) })
    case .string: .string(string(of: node) ?? "")
    case .number: number(of: node).map { .number($0) } ?? .null
    case .bool: .bool(bool(of: node) ?? false)
    case .null, .invalid: .null
    }
  }
}
