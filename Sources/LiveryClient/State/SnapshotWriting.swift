// SPDX-License-Identifier: MIT

import JSONText
import LiveryProtocol
import ThemeModel

extension Theme.Snapshot {
  /// The snapshot as JSON in the form of `livery resolve`, without diagnostics, for programs that read this form. Costs a pass
  /// over all values.
  public var json: [UInt8] {
    var writer = JSONWriter(reserving: 1 << 16)
    write(to: &writer)
    return writer.drainBytes()
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("bundle", bundle ?? "")
    if let dialect { writer.member("dialect", dialect) }
    writer.member("context", ThemeInterface.Context(context).encoded)
    writer.member("generation", generation)
    writer.member("digest", digest)
    writer.key("constants")
    constants.write(to: &writer)
    writer.key("styles")
    styles.write(to: &writer)
    if !styleOrder.isEmpty { writer.member("order", .array(styleOrder.map(JSONValue.string))) }
    writer.endObject()
  }
}

extension Theme.Object {
  /// Writes the members in no order.
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    root.forEach { entry in
      writer.key(entry.key)
      switch entry.content {
      case .value(let value): value.write(to: &writer)
      case .object(let object): object.write(to: &writer)
      }
    }
    writer.endObject()
  }
}
