// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeDialects
package import ThemeModel
import ThemeResolver
import ThemeSyntax

extension ThemeEngine {
  /// Explains the value at a path such as `styles/RBButton/titleColor` in a context, in the state after the last `apply`. Nil
  /// without a declaration.
  ///
  /// While a stored state is served whose files are gone, there are no declarations and no steps. A value that only the last good
  /// object of a failed parent has is one step without a place.
  package func explain(_ path: String, in context: Context) -> [ExplanationStep]? {
    contexts.open(context)
    let segments = Path.segments(of: path)
    guard let open = contexts.entries[context] else { return nil }
    if let lastGood = open.lastGood { return lastGood.contains(segments) ? [] : nil }
    guard let view = contexts.view(of: context) else { return nil }
    let held = open.view.flatMap { contexts.pasts.places[$0] } ?? [:]
    guard let steps = sources.linked.resolver.explain(segments, in: view)?.steps else { return nil }
    if steps.isEmpty, let since = held.since(at: segments) {
      var step = ExplanationStep()
      step.path = segments.map(Path.escape).joined(separator: "/")
      step.id = segments[1]
      step.heldSince = since
      step.result = contexts.state(of: context).value(at: segments)
      return [step]
    }
    var metadata = MetadataReader(sources.linked)
    return steps.map { step in
      var explained = ExplanationStep(step) { place(of: $0) }
      if step.status == .won {
        explained.heldSince =
          held.since(at: Path.segments(of: step.path)) ?? step.location.flatMap { heldSince($0.file) }
        explained.metadata = step.location.flatMap { metadata.metadata(at: $0) }
      }
      return explained
    }
  }

  /// The last good generation of a file that is held back.
  private func heldSince(_ file: FileID) -> Int? {
    guard file != FileTable.modifications else { return nil }
    let files = sources.linked.files
    return files[files.fileOfText(of: file)].reading?.heldBackSince
  }

  /// The path of a value in a context that is similar to a path without a value; nil without a similar path.
  package func nearestPath(to path: String, in context: Context) -> String? {
    contexts.open(context)
    return contexts.state(of: context).nearestPath(to: Path.segments(of: path))
  }

  /// Nil for a value that was set at run time.
  private func place(of location: Location) -> Cause? {
    location.file == FileTable.modifications ? nil : locator.cause(location.file, location.range)
  }
}

/// Reads the metadata of ids.
private struct MetadataReader {
  /// The maximum bytes of files that are parsed for one answer: more would delay other callers. Later files have no metadata.
  private static let maximumBytes = 8 << 20

  private let linked: LinkedFiles
  /// By file: returns the metadata of the id with its value at a place. Nil beyond the limit.
  private var files: [FileID: ((ByteRange) -> JSONObject?)?] = [:]
  private var byteCount = 0

  init(_ linked: LinkedFiles) { self.linked = linked }

  mutating func metadata(at location: Location) -> JSONObject? {
    let file = linked.files.fileOfText(of: location.file)
    if files[file] == nil { files[file] = .some(metadata(in: file)) }
    return files[file]??(location.range)
  }

  /// The metadata of the ids in the served text of a file.
  private mutating func metadata(in file: FileID) -> ((ByteRange) -> JSONObject?)? {
    guard let dialect = linked.dialect, dialect.hasMetadata, file != FileTable.modifications,
      let text = linked.files[file].served?.text, byteCount + text.count <= Self.maximumBytes
    else { return nil }
    byteCount += text.count
    let path = linked.files[file].path
    return dialect.metadata(in: linked.parse(text.bytes, path: path, BundleLimits.ceiling.ofSyntax).tree)
  }
}

extension [HeldPlace: Int] {
  /// The last generation in which the value at a path, or a parent of it, was good; nil if neither is held.
  fileprivate func since(at path: [String]) -> Int? {
    filter { place, _ in
      Bytewise(place.path) == Bytewise(place.parent == nil ? path : Array(path.prefix(place.path.count)))
    }.values.max()
  }
}

extension ExplanationStep {
  /// - Parameter place: the file and line of a location; nil for values that were set at run time.
  fileprivate init(_ step: ValueExplanation.Step, placing place: (Location) -> Cause?) {
    self.init()
    kind = step.kind
    path = step.path
    depth = step.depth
    status = step.status
    rule = step.rule
    content = step.content
    id = step.id
    key = step.keys.isEmpty ? nil : step.keys.map(Path.escape).joined(separator: "/")
    suffix = step.suffix
    inherits = step.inheritance.map { Parent(id: $0.parent, place: place($0.location)) }
    origin = step.location.map { location in place(location).map(Origin.file) ?? .runTime }
    result = step.result
  }
}
