// SPDX-License-Identifier: MIT

package import TextComparison
package import ThemeModel

/// A composition with the places of its declarations: the answer of the method Compose.
package struct PlacedComposition: Sendable, Hashable {
  /// The properties of the element.
  package var properties = Value.object([])
  /// In the order in which they are laid.
  package var layers: [PlacedLayer] = []

  package init() {}

  /// - Parameter place: returns the place of the declaration at a path of the snapshot.
  package init(_ composition: Composition, placing place: (_ path: String) -> Cause?) {
    properties = composition.properties
    layers = composition.layers.map { PlacedLayer(layer: $0, place: $0.path.flatMap(place)) }
    for origin in composition.origins {
      layers[origin.layer].properties.append(
        PlacedProperty(path: origin.path, source: origin.source, place: origin.source.flatMap(place)))
    }
  }
}

package struct PlacedLayer: Sendable, Hashable {
  package var layer: Layer
  package var place: Cause?
  /// The properties that the layer won.
  package var properties: [PlacedProperty] = []

  package init(layer: Layer, place: Cause?) {
    self.layer = layer
    self.place = place
  }
}

package struct PlacedProperty: Sendable, Hashable {
  /// Within the element's properties.
  @Bytewise package var path: String
  /// The path in the snapshot; nil for pushed values.
  @Bytewise package var source: String?
  package var place: Cause?

  package init(path: String, source: String?, place: Cause?) {
    self.path = path
    self.source = source
    self.place = place
  }
}
