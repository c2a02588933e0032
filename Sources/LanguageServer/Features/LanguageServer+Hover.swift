// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Reporting
import StyledText
import TextComparison
import ThemeEngine
import ThemeModel

extension LanguageServer {
  private static let maximumContexts = 8
  private static let maximumLinks = 16
  private static let maximumMembers = 24

  func hover(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let place = try place(parameters) else { return .null }
    let bundle = place.bundle
    if let found = name(at: place), let path = bundle.path(of: found.name) {
      return hover(path: path, found.range, place)
    }
    guard let (entry, member) = member(at: place), let path = bundle.path(of: entry.name) else { return .null }
    return hover(path: ([path] + member.keys.map(Path.escape)).joined(separator: "/"), member.keyRange, place)
  }

  /// The member whose key is at a place.
  private func member(at place: Place) -> (FileIndex.Entry, FileIndex.Member)? {
    let here = UInt32(place.offset)
    for entry in place.bundle.index(of: place.file)?.entries ?? []
    where entry.range.start <= here && here <= entry.range.end {
      if let member = entry.members.first(where: { $0.keyRange.start <= here && here <= $0.keyRange.end }) {
        return (entry, member)
      }
    }
    return nil
  }

  private func hover(path: String, _ range: ByteRange, _ place: Place) -> JSONValue {
    let bundle = place.bundle
    guard let value = bundle.engine.value(at: path, in: bundle.snapshot) else { return .null }
    var markdown = Markdown()
    switch value {
    case .object(let members):
      markdown.paragraph(Markdown.code(path))
      var rows = members.prefix(Self.maximumMembers).map {
        "- \(Markdown.code($0.key)): \(Markdown.code($0.value.line))"
      }
      if members.count > rows.count { rows.append("- and \(members.count - rows.count) more") }
      if !rows.isEmpty { markdown.paragraph(rows.joined(separator: "\n")) }
    case .null, .bool, .number, .string, .array, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point,
      .size, .rect, .edgeInsets, .calls, .typed:
      markdown.paragraph("\(Markdown.code(path)): \(Markdown.code(value.line))")
    }
    if let rows = contextRows(path, value, bundle) { markdown.paragraph(rows) }
    let steps = bundle.engine.explain(path, in: Context()) ?? []
    let chain = steps.prefix(Self.maximumLinks).filter { $0.status == .won }.compactMap { step -> String? in
      guard case .file(let cause)? = step.origin else { return nil }
      // Paths of files are the client's own: its links lead to them.
      let link = "\(DocumentURI.uri(of: "\(bundle.directory)/\(cause.file)"))#L\(cause.line)"
      return "- [\(cause.line)](\(link)) \(Markdown.code(step.path)) in \(Markdown.code(cause.file))"
    }
    if !chain.isEmpty { markdown.paragraph(chain.joined(separator: "\n")) }
    if let metadata = steps.lazy.compactMap(\.metadata).first {
      if let description = metadata["$description"]?.string { markdown.paragraph(Markdown.code(description)) }
      if let deprecated = metadata["$deprecated"], deprecated != false {
        markdown.paragraph("Deprecated" + (deprecated.string.map { ": \(Markdown.code($0))" } ?? ""))
      }
    }
    if let held = steps.lazy.compactMap(\.heldSince).first {
      markdown.paragraph("This is the last good value, of generation \(held).")
    }
    let contents: JSONValue =
      client.showsMarkdown
      ? ["kind": "markdown", "value": .string(markdown.text)]
      : ["kind": "plaintext", "value": .string("\(path): \(value.line)")]
    return ["contents": contents, "range": self.range(range, of: place.file, in: bundle)]
  }

  /// A table of the contexts in which the value is another one; nil where it is the same in all.
  private func contextRows(_ path: String, _ value: Value, _ bundle: OpenBundle) -> String? {
    let named = bundle.engine.namedContexts.prefix(Self.maximumContexts)
    let others = named.compactMap { context -> (String, Value)? in
      let other = bundle.engine.value(at: path, in: bundle.engine.open(context.context))
      guard let other, other != value else { return nil }
      return (context.name, other)
    }
    guard !others.isEmpty else { return nil }
    let rows = others.map { "| \(Markdown.code($0.0)) | \(Markdown.code($0.1.line)) |" }
    return (["| context | value |", "| --- | --- |"] + rows).joined(separator: "\n")
  }
}
