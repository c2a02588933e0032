// SPDX-License-Identifier: MIT

package import JSONText
package import TextComparison

/// One operation of a JSON Patch (RFC 6902) on a snapshot's `constants` and `styles`.
package enum PatchOperation: Sendable, Hashable {
  case add(path: String, value: Value)
  case remove(path: String)
  case replace(path: String, value: Value)

  /// A JSON Pointer that begins `/constants/` or `/styles/`.
  package var path: String {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _): path
    }
  }

  package func write(to writer: inout JSONWriter) {
    var form: ColorForm?
    write(to: &writer, &form)
  }

  /// - Parameter form: the text of colours in operations of the same list, made when it is needed.
  fileprivate func write(to writer: inout JSONWriter, _ form: inout ColorForm?) {
    writer.beginObject()
    switch self {
    case .add(let path, let value): Self.write("add", path, value, to: &writer, &form)
    case .remove(let path): Self.write("remove", path, nil, to: &writer, &form)
    case .replace(let path, let value): Self.write("replace", path, value, to: &writer, &form)
    }
    writer.endObject()
  }

  private static func write(
    _ name: String, _ path: String, _ value: Value?, to writer: inout JSONWriter, _ form: inout ColorForm?
  ) {
    writer.member("op", name)
    writer.member("path", path)
    guard let value else { return }
    writer.key("value")
    guard case .color(let color) = value else { return value.write(to: &writer) }
    let colorForm = form ?? ColorForm(value.typeName, after: writer)
    form = colorForm
    colorForm.write(color, to: &writer)
  }
}

extension [PatchOperation] {
  /// Writes an array of the operations. Stops when the writer is full.
  package func write(to writer: inout JSONWriter) {
    var form: ColorForm?
    writer.beginArray()
    for operation in self where !writer.isFull { operation.write(to: &writer, &form) }
    writer.endArray()
  }
}

/// A changed declaration, as a cause of a generation.
package struct Cause: Sendable, Hashable {
  /// Relative to the bundle's root.
  @Bytewise package var file: String
  package var line: Int
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  package var json: JSONValue {
    ["file": .string(file), "line": .number(Double(line)), "column": .number(Double(column))]
  }
}

/// The difference of two snapshots: the patch changes the `constants` and `styles` of `from` into those of `to`.
package struct Delta: Sendable, Hashable {
  package var bundle: String
  package var context: Context
  package var from: Int
  package var to: Int
  /// The digest of the new snapshot.
  package var digest: String
  package var patch: [PatchOperation]
  /// The whole order of styles, when it changed: see `OracleOrder`.
  @Bytewise package var order: [String]?
  /// The whole list, when it changed.
  package var diagnostics: [Diagnostic]?
  /// The number of files, choices of files, parents and places that keep an earlier state.
  package var held: Int
  /// Whether the new state has unsaved texts in it.
  package var isUnsaved: Bool
  package var cause: [Cause]

  package init(
    bundle: String, context: Context, from: Int, to: Int, digest: String, patch: [PatchOperation],
    order: [String]? = nil, diagnostics: [Diagnostic]?, held: Int = 0, isUnsaved: Bool = false, cause: [Cause]
  ) {
    self.bundle = bundle
    self.context = context
    self.from = from
    self.to = to
    self.digest = digest
    self.patch = patch
    self.order = order
    self.diagnostics = diagnostics
    self.held = held
    self.isUnsaved = isUnsaved
    self.cause = cause
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("bundle", bundle)
    writer.member("context", context.json)
    writer.member("from", from)
    writer.member("to", to)
    writer.member("digest", digest)
    writer.key("patch")
    patch.write(to: &writer)
    if let order { writer.member("order", .array(order.map(JSONValue.string))) }
    if let diagnostics { writer.member("diagnostics", diagnostics) }
    if held > 0 { writer.member("held", held) }
    if isUnsaved { writer.member("unsaved", true) }
    writer.member("cause", .array(cause.map(\.json)))
    writer.endObject()
  }
}
