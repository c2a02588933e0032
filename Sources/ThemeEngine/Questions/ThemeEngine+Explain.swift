// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import TextComparison
package import ThemeModel
import ThemeResolver

extension ThemeEngine {
  /// Why the value at a path such as `styles/RBButton/titleColor` is what it is in a context, of the state that `apply`
  /// reached: the steps that the protocol's method `Explain` answers. Nil when nothing is declared there.
  ///
  /// While the context is served from a state whose files are gone there are no declarations to be told, and no steps.
  package func explain(_ path: String, in context: Context) -> [JSONValue]? {
    open(context)
    let segments = Path.segments(of: path)
    guard let open = contexts[context] else { return nil }
    if let lastGood = open.lastGood { return lastGood.contains(segments) ? [] : nil }
    guard let view = open.view.flatMap({ views[$0] }) else { return nil }
    let held = open.view.flatMap { holds.places[$0] } ?? [:]
    return resolver.explain(segments, in: view)?.steps.map { step in
      var object = step.json { place(of: $0) }
      if step.status == .won, let since = held.since(at: Path.segments(of: step.path)) {
        object["heldBack"] = true
        object["since"] = .number(Double(since))
      }
      return .object(object)
    }
  }

  /// The path of a value in a context that a path with nothing at it was probably meant as; nil when nothing is near.
  package func nearestPath(to path: String, in context: Context) -> String? {
    open(context)
    return state(context).nearestPath(to: Path.segments(of: path))
  }

  /// Nil for what was set at run time.
  private func place(of location: Location) -> Cause? {
    location.file == FileTable.modifications ? nil : renderer.cause(location.file, location.range, in: files)
  }
}

extension [HeldPlace: Int] {
  /// The last generation in which the value at a path, or a parent that it may come from, was good; nil when neither is held.
  fileprivate func since(at path: [String]) -> Int? {
    filter { place, _ in
      Bytewise(place.path) == Bytewise(place.parent == nil ? path : Array(path.prefix(place.path.count)))
    }.values.max()
  }
}

extension Explanation.Step {
  /// - Parameter place: the file and line of a location; nil for what was set at run time.
  fileprivate func json(placing place: (Location) -> Cause?) -> JSONObject {
    var object = JSONObject([
      ("kind", .string(kind.rawValue)), ("path", .string(path)), ("depth", .number(Double(depth))),
      ("status", .string(status.rawValue)),
    ])
    object["rule"] = (rule?.rawValue).map(JSONValue.string)
    if let content { object.members += content.members }
    object["id"] = .string(id)
    if !keys.isEmpty { object["key"] = .string(keys.map(Path.escape).joined(separator: "/")) }
    object["suffix"] = suffix.map(JSONValue.string)
    if !inheritance.isEmpty {
      object["inherits"] = .array(
        inheritance.map { inheritance in
          var object = JSONObject([("id", .string(inheritance.parent))])
          object.members += place(inheritance.location)?.members ?? []
          return .object(object)
        })
    }
    if let location {
      let cause = place(location)
      object.members += cause?.members ?? [("runTime", true)]
    }
    object["result"] = result?.json
    return object
  }
}

extension Explanation.Content {
  fileprivate var members: [(key: String, value: JSONValue)] {
    switch self {
    case .literal(let value): [("says", "literal"), ("value", value.json)]
    case .reference(let id): [("says", "reference"), ("target", .string(id))]
    case .lookup(let id): [("says", "lookup"), ("target", .string(id))]
    case .object: [("says", "object")]
    case .array: [("says", "array")]
    case .font: [("says", "font")]
    case .glyph: [("says", "glyph")]
    case .colorReference: [("says", "colorReference")]
    case .calls: [("says", "calls")]
    case .invalid: [("says", "invalid")]
    }
  }
}

extension Cause {
  fileprivate var members: [(key: String, value: JSONValue)] {
    [("file", .string(file)), ("line", .number(Double(line))), ("column", .number(Double(column)))]
  }
}
