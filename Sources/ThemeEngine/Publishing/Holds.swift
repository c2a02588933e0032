// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel
import ThemeResolver

/// What a bundle keeps of its last generations, beside what the resolver's views and the files keep themselves.
struct Holds {
  /// The last good generation of each choice of files that keeps what it led to.
  var choices: [FileChoice: Int] = [:]
  /// The last good generation of each place and parent, by meaning.
  var places: [ThemeEngine.ViewKey: [HeldPlace: Int]] = [:]
  /// The last generation in which the bundle's directory was there, while it is gone.
  var rootSince: Int?
  /// The generation of a snapshot that was given as the last one.
  var rememberedGeneration: Int?
  /// What contexts were whose meaning cannot be told, from the run before.
  var restored: [Context: (values: PathValues, since: Int?)] = [:]

  /// What the bundle was written in, and its root, in the run before.
  var dialect: (any Dialect.Type)?
  var dialectRoot: String?
  /// Whether the manifest says what the bundle is, so that nothing else has to be kept of that.
  var isDialectNamed = false

  /// Files that are gone and that still declare something.
  var goneFiles: Set<FileID> = []
  /// Files that declare something else than in the last generation.
  var unpublishedFiles: Set<FileID> = []
  var lastVersion = 0

  /// The past of meanings that have no view, oldest first.
  private(set) var pasts: [(key: ThemeEngine.ViewKey, past: Past)] = []

  /// Meanings without a view whose past is kept; of more, the oldest are forgotten.
  static let maximumPasts = 256

  mutating func keep(_ past: Past?, of key: ThemeEngine.ViewKey) {
    guard let past else { return }
    pasts.removeAll { $0.key == key }
    pasts.append((key, past))
    if pasts.count > Self.maximumPasts { places[pasts.removeFirst().key] = nil }
  }

  mutating func takePast(of key: ThemeEngine.ViewKey) -> Past? {
    guard let index = pasts.firstIndex(where: { $0.key == key }) else { return nil }
    return pasts.remove(at: index).past
  }
}
