// SPDX-License-Identifier: MIT

package import JSONText

// Up to a thousand findings are in the message of a save: they are written without a tree of JSON values.

extension JSONWriter {
  /// Writes a member with a list of findings.
  package mutating func member(_ key: String, _ diagnostics: [Diagnostic]) {
    self.key(key)
    beginArray()
    for diagnostic in diagnostics { diagnostic.write(to: &self) }
    endArray()
  }
}

extension Diagnostic {
  /// Writes the JSON form of snapshots and `check --format json`. Members that are not set are left out.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  /// Writes the members of the JSON form.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("code", code.rawValue)
    writer.member("slug", code.slug)
    writer.member("severity", severity.rawValue)
    writer.member("message", message)
    writer.member("file", file)
    if let range { writer.member("range", range) }
    if let id { writer.member("id", id) }
    if let path { writer.member("path", path) }
    if isConsequence { writer.member("consequence", true) }
    if !contexts.isEmpty { writer.member("contexts", .array(contexts.map(\.json))) }
    if !related.isEmpty {
      writer.key("related")
      writer.beginArray()
      for related in related { related.write(to: &writer) }
      writer.endArray()
    }
    if let help { writer.member("help", help) }
    if let fix { writer.member("fix", fix, of: file) }
    if let heldBackSince {
      writer.member("heldBack", true)
      writer.member("since", heldBackSince)
    }
  }
}

extension Diagnostic.Related {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("message", message)
    writer.member("file", file)
    if let range { writer.member("range", range) }
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: String, _ range: SourceRange) {
    self.key(key)
    beginObject()
    member("start", range.start)
    member("end", range.end)
    endObject()
  }

  private mutating func member(_ key: String, _ position: SourcePosition) {
    self.key(key)
    beginObject()
    member("line", position.line)
    member("column", position.column)
    member("offset", position.offset)
    endObject()
  }

  /// - Parameter file: the file of the finding.
  fileprivate mutating func member(_ key: String, _ fix: Finding.Fix, of file: String) {
    self.key(key)
    beginObject()
    member("title", fix.title)
    member("safe", fix.safe)
    self.key("edits")
    beginArray()
    for edit in fix.edits {
      beginObject()
      member("file", file)
      member("offset", Int(edit.range.start))
      member("length", Int(edit.range.end - edit.range.start))
      member("text", edit.text)
      endObject()
    }
    endArray()
    endObject()
  }
}
