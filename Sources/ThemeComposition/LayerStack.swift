// SPDX-License-Identifier: MIT

import ThemeModel

/// The layers of an element while they are found.
struct LayerStack {
  private(set) var layers: [Layer] = []
  /// The content of each layer: the members of an object.
  private var contents: [[Value.Member]] = []

  /// Lays a layer over all others; its number.
  @discardableResult
  mutating func append(_ layer: Layer, _ content: [Value.Member]) -> Int {
    layers.append(layer)
    contents.append(content)
    return layers.count - 1
  }

  /// Lays a style; a layer without a style is marked as missing.
  mutating func append(_ kind: Layer.Kind, _ id: String, from source: some StyleSource) {
    if let properties = source.properties(of: id) {
      append(Layer(kind: kind, id: id, path: Layer.path(of: id)), properties)
    } else {
      appendMissing(kind, id)
    }
  }

  /// Notes that something asks for a style which is not in the snapshot.
  mutating func appendMissing(_ kind: Layer.Kind, _ id: String) {
    append(Layer(kind: kind, id: id, status: .missing), [])
  }

  /// Drops all that is applied below a layer.
  mutating func dropAll(below number: Int) {
    for index in layers.indices.prefix(number) where layers[index].status == .applied {
      layers[index].status = .dropped(by: number)
    }
  }

  /// The layers that count, with their content, in order.
  var applied: [(layer: Layer, content: [Value.Member])] {
    zip(layers, contents).filter { $0.0.status == .applied }.map { ($0, $1) }
  }

  /// - Parameters:
  ///   - isProperty: whether a member of a layer is a property of the element.
  ///   - finish: called with the merged properties.
  func composition(
    keeping isProperty: (Value.Member) -> Bool = { _ in true }, finish: (inout PropertyTree) -> Void = { _ in }
  ) -> Composition {
    var tree = PropertyTree()
    for (number, layer) in layers.enumerated() where layer.status == .applied {
      tree.lay(.object(contents[number].filter(isProperty)), layer: number, source: layer.path)
    }
    finish(&tree)
    return Composition(properties: tree.value, layers: layers, origins: tree.origins)
  }
}

extension Layer {
  static func path(of id: String) -> String { "styles/\(Path.escape(id))" }
}
