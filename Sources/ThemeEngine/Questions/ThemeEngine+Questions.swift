// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import ThemeDialects
package import ThemeModel
import ThemeResolver

/// Questions about files and snapshots.
extension ThemeEngine {
  /// The value at a path such as `styles/RBButton/titleColor` in a snapshot of this engine. Costs the size of the id's value; for a
  /// snapshot from before a change of the dialect or its settings, a walk over the ids.
  package func value(at path: String, in snapshot: Snapshot) -> Value? {
    let segments = Path.segments(of: path)
    guard segments.count >= 2 else { return nil }
    guard let section = ResolvedState.Section(rawValue: segments[0]) else { return nil }
    return sources.linked.resolver.symbol(named: segments[1], in: section, of: snapshot.state).flatMap {
      snapshot.state.value(of: $0, at: segments)
    }
  }

  /// Writes a snapshot of this engine as one JSON object and a line end, in pieces that the workers make; `take` is called
  /// with them in order.
  package func write(
    _ snapshot: Snapshot, _ layout: JSONWriter.Layout, selecting selection: Selection = .everything,
    take: ([UInt8]) -> Void
  ) {
    snapshot.write(layout, selecting: selection, workers: sources.workers, take: take)
  }

  /// The number of files in the bundle.
  package var fileCount: Int { sources.linked.files.count }

  /// The dialect of the bundle; nil while it is unknown.
  package var dialectName: DialectName? { recognition.choice?.type.name }

  /// The settings of the manifest for the program that reads the files. While the manifest cannot be read, the last good ones.
  package var settings: BundleSettings { BundleSettings(sources.manifest) }

  /// Whether bytes are a complete text of their format, so that no program is in the middle of writing it.
  package func isWhole(_ bytes: [UInt8], path: String) -> Bool {
    let linked = sources.linked
    return !linked.parse(bytes, path: path, linked.limits.ofSyntax).findings.contains(where: \.code.holdsBack)
  }

  /// The bytes of a file to which the ranges of diagnostics refer. Costs a decompression for a compressed text.
  package func source(of path: String) -> [UInt8]? {
    let files = sources.linked.files
    guard let file = path == Manifest.path ? files.manifest : files.file(at: path),
      case .text(let text) = files[file].stored
    else { return nil }
    return text.bytes
  }
}
