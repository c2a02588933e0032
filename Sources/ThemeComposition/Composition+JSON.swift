// SPDX-License-Identifier: MIT

package import JSONText
package import ThemeModel

extension Composition {
  /// The reply of the protocol's method `Compose`:
  ///
  ///     {
  ///       "properties": { "titleColor": ... },
  ///       "layers": [
  ///         {
  ///           "kind": "class", "id": "RBButton", "path": "styles/RBButton", "status": "applied",
  ///           "file": "controls.json", "line": 3, "column": 3,
  ///           "properties": [
  ///             {
  ///               "path": "titleColor", "source": "styles/RBButton/titleColor",
  ///               "file": "controls.json", "line": 4, "column": 5
  ///             }
  ///           ]
  ///         }
  ///       ]
  ///     }
  ///
  /// Layers stand in the order in which they are laid. `status` is `applied`, `dropped` or `missing`; with `dropped`
  /// comes `droppedBy`, the number of the layer that did it, counted from 0. `states` is there for the kind `state`
  /// alone. A layer's `properties` are those that it won. What does not exist is left out: `id`, `path`, `source`, and
  /// the place of what has none.
  ///
  /// - Parameter place: where a path of the snapshot is declared.
  package func json(placing place: (_ path: String) -> Cause?) -> JSONValue {
    func object(_ members: [(String, JSONValue)], placedAt path: String?) -> JSONObject {
      var object = JSONObject(members.map { (key: $0.0, value: $0.1) })
      guard let cause = path.flatMap(place) else { return object }
      object.members += [
        ("file", .string(cause.file)), ("line", .number(Double(cause.line))), ("column", .number(Double(cause.column))),
      ]
      return object
    }
    var won = layers.map { _ in [JSONValue]() }
    for origin in origins {
      var members: [(String, JSONValue)] = [("path", .string(origin.path))]
      if let source = origin.source { members.append(("source", .string(source))) }
      won[origin.layer].append(.object(object(members, placedAt: origin.source)))
    }
    let layers = zip(layers, won).map { layer, won in
      var object = object(layer.members, placedAt: layer.path)
      object["properties"] = .array(won)
      return JSONValue.object(object)
    }
    return ["properties": properties.json, "layers": .array(layers)]
  }
}

extension Layer {
  fileprivate var members: [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [("kind", .string(kind.rawValue))]
    if let id { members.append(("id", .string(id))) }
    if !states.isEmpty { members.append(("states", .array(states.map(JSONValue.string)))) }
    if let path { members.append(("path", .string(path))) }
    switch status {
    case .applied: members.append(("status", "applied"))
    case .dropped(let number): members += [("status", "dropped"), ("droppedBy", .number(Double(number)))]
    case .missing: members.append(("status", "missing"))
    }
    return members
  }
}
