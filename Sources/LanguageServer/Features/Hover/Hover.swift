// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Reporting
import TextComparison
import ThemeEngine
import ThemeModel

enum HoverFeature {
  static func hover(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let place = try request.place() else { return .null }
    let findings = ExplainedFindings(at: place)
    let found = HoverPlace(place)
    guard let range = found?.range ?? findings?.range else { return .null }
    let text = found.map { HoverText($0, place, request) }
    let isMarkdown = request.client.showsMarkdown
    let parts = [isMarkdown ? text?.markdown : text?.plain] + (findings?.paragraphs ?? [])
    return [
      "contents": [
        "kind": isMarkdown ? "markdown" : "plaintext",
        "value": .string(parts.compactMap(\.self).joined(separator: "\n\n")),
      ],
      "range": place.file.range(range),
    ]
  }
}

/// The subject of a hover.
private struct HoverPlace {
  /// The path of the value in snapshots.
  @Bytewise var path: String
  let range: ByteRange
  let value: Value
  /// Nil for a member of an id.
  let name: FileIndex.Name?

  init?(_ place: Place) {
    let bundle = place.bundle
    let found = place.name
    let member = found == nil ? place.member : nil
    guard let name = found?.name ?? member?.entry.name else { return nil }
    guard let id = bundle.path(of: name) else {
      // An alias stands for its text, and has no value of its own.
      guard let alias = place.alias(named: name), let found else { return nil }
      self.init(path: name.text, found.range, .string(alias), name)
      return
    }
    let path = ([id] + (member?.member.keys ?? []).map(Path.escape)).joined(separator: "/")
    guard let value = bundle.engine.value(at: path, in: bundle.snapshot) else { return nil }
    self.init(path: path, found?.range ?? member?.member.keyRange ?? ByteRange(0, 0), value, found?.name)
  }

  private init(path: String, _ range: ByteRange, _ value: Value, _ name: FileIndex.Name?) {
    _path = Bytewise(path)
    self.range = range
    self.value = value
    self.name = name
  }
}

private struct HoverText {
  private let about: HoverPlace
  private let bundle: OpenBundle
  private let request: FeatureRequest

  private static let maximumContexts = 8
  private static let maximumSteps = 16
  private static let maximumMembers = 24
  private static let maximumConsumers = 5

  init(_ about: HoverPlace, _ place: Place, _ request: FeatureRequest) {
    self.about = about
    bundle = place.bundle
    self.request = request
  }

  var plain: String {
    var lines = ["\(about.path): \(about.value.line)"]
    lines += otherContexts.map { "\($0.name): \($0.value.line)" }
    if let use { lines.append(use) }
    return lines.joined(separator: "\n")
  }

  var markdown: String {
    var markdown = Markdown()
    switch about.value {
    case .object(let members):
      markdown.paragraph(Markdown.code(about.path))
      var rows = members.prefix(Self.maximumMembers).map {
        "\(Markdown.code($0.key)): \(swatch($0.value))\(Markdown.code($0.value.line))"
      }
      if members.count > rows.count { rows.append("and \(members.count - rows.count) more") }
      markdown.list(rows)
    case .null, .bool, .number, .string, .array, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point,
      .size, .rect, .edgeInsets, .calls, .typed:
      markdown.paragraph("\(Markdown.code(about.path)): \(swatch(about.value))\(Markdown.code(about.value.line))")
    }
    let others = otherContexts
    if !others.isEmpty {
      let rows = others.map { "| \(Markdown.cell($0.name)) | \(swatch($0.value))\(Markdown.cell($0.value.line)) |" }
      markdown.paragraph((["| context | value |", "| --- | --- |"] + rows).joined(separator: "\n"))
    }
    let steps = bundle.engine.explain(about.path, in: Context()) ?? []
    markdown.list(chain(steps))
    markdown.list(contrasts)
    addMetadata(of: steps, to: &markdown)
    if let use { markdown.paragraph(use) }
    return markdown.text
  }

  private func swatch(_ value: Value) -> String {
    guard request.client.showsImages, let color = value.srgbColor else { return "" }
    return Markdown.swatch(color.css) + " "
  }

  /// The contexts in which the value differs.
  private var otherContexts: [(name: String, value: Value)] {
    bundle.engine.coveringContexts(maximum: Self.maximumContexts).compactMap { context in
      let other = bundle.engine.value(at: about.path, in: bundle.snapshot(in: context.context))
      guard let other, other != about.value else { return nil }
      return (context.name ?? context.context.text, other)
    }
  }

  /// The declarations that lead to the value, with links. Paths of files are the client's own: links lead to them.
  private func chain(_ steps: [ExplanationStep]) -> [String] {
    steps.filter { $0.status == .won }.prefix(Self.maximumSteps).compactMap { step in
      guard case .file(let cause)? = step.origin else { return nil }
      let link = "\(DocumentURI.uri(of: "\(bundle.directory)/\(cause.file)"))#L\(cause.line)"
      return "[line \(cause.line)](\(link)) of \(Markdown.code(cause.file)): \(Markdown.code(step.path))"
    }
  }

  /// The contrasts in which the value has a part; of a style, all of it.
  private var contrasts: [String] {
    let segments = Path.segments(of: about.path)
    guard segments.count >= 2, segments[0] == "styles" else { return [] }
    return bundle.engine.contrasts(ofStyle: segments[1], in: bundle.snapshot).filter { pair in
      pair.text.starts(with: segments, by: { Bytewise($0) == Bytewise($1) })
        || pair.background.starts(with: segments, by: { Bytewise($0) == Bytewise($1) })
    }.prefix(Self.maximumSteps).map { pair in
      let names = [pair.text, pair.background].map { Markdown.code($0.dropFirst(2).joined(separator: "/")) }
      let ratio = Double(Int(pair.ratio * 100)) / 100
      let verdict = pair.ratio < pair.needed ? ", less than the \(pair.needed) that are needed" : ""
      return "contrast of \(names[0]) on \(names[1]): \(ratio):1\(verdict)"
    }
  }

  private func addMetadata(of steps: [ExplanationStep], to markdown: inout Markdown) {
    if let metadata = steps.lazy.compactMap(\.metadata).first {
      if let description = metadata["$description"]?.string { markdown.paragraph(Markdown.code(description)) }
      if let deprecated = metadata["$deprecated"], deprecated != false {
        markdown.paragraph("Deprecated" + (deprecated.string.map { ": \(Markdown.code($0))" } ?? ""))
      }
    }
    if let held = steps.lazy.compactMap(\.heldSince).first {
      markdown.paragraph("This is the last good value, of generation \(held).")
    }
  }

  /// The number of references to the id, and the running programs that get it.
  private var use: String? {
    guard let name = about.name else { return nil }
    let count = NameSearch(bundle).count(of: [name])[0]
    let consumers = request.daemon.consumers(of: bundle.directory).filter { $0.selects(about.path) }
    let programs = consumers.prefix(Self.maximumConsumers).map { "\(Markdown.code($0.name)) (\($0.process))" }
    let more = consumers.count > programs.count ? ["\(consumers.count - programs.count) more"] : []
    let parts =
      [count > 0 ? "used by \(count)" : nil]
      + [programs.isEmpty ? nil : "sent to " + (programs + more).joined(separator: ", ")]
    let known = parts.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }
}
