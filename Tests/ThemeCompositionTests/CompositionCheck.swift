// SPDX-License-Identifier: MIT

import JSONText
import LiveryProtocol
import Testing
import ThemeComposition
import ThemeModel

/// A snapshot made by hand.
struct HandMadeSource: StyleSource {
  var constants: [Value.Member] = []
  var styles: [Value.Member] = []
  var styleOrder: [String] = []

  func style(_ id: String) -> Value? { styles.last { $0.key == id }?.value }
  func constant(_ id: String) -> Value? { constants.last { $0.key == id }?.value }
  var styleIDs: [String] { styles.map(\.key) }
}

/// A case: a dialect, the styles and constants of a snapshot as JSON, and a device.
struct Bundle {
  var dialect: DialectName
  var styles: String
  var constants = "{}"
  var order: [String] = []
  var device: Context.Device?
}

func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

func members(_ text: String) throws -> [Value.Member] {
  Value.members(of: try #require(try json(text).object))
}

/// Composes an element and compares its properties, and each layer as one line: its kind, id and states, then the paths that it
/// won after a colon, or `missing`, or `dropped by N`.
@discardableResult
func check(
  _ bundle: Bundle, _ element: String, gets properties: String, from layers: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Composition {
  let source = HandMadeSource(
    constants: try members(bundle.constants), styles: try members(bundle.styles), styleOrder: bundle.order)
  let element = try #require(Element(complete: try json(element)), "no element", sourceLocation: sourceLocation)
  let composition = compose(element, dialect: bundle.dialect, device: bundle.device, from: source)
  let lines = composition.layers.indices.map { line($0, of: composition) }
  #expect(composition.properties.json == (try json(properties)), sourceLocation: sourceLocation)
  #expect(lines == layers, sourceLocation: sourceLocation)
  return composition
}

private func line(_ number: Int, of composition: Composition) -> String {
  let layer = composition.layers[number]
  let states = layer.states.isEmpty ? [] : [layer.states.joined(separator: "/")]
  let words = ([layer.kind.rawValue] + [layer.id].compactMap(\.self) + states).joined(separator: " ")
  switch layer.status {
  case .applied:
    let won = composition.origins.filter { $0.layer == number }.map(\.path)
    return won.isEmpty ? words : "\(words): \(won.joined(separator: " "))"
  case .missing: return "\(words) missing"
  case .dropped(let by): return "\(words) dropped by \(by)"
  }
}
