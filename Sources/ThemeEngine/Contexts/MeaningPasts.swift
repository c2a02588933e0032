// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel
import ThemeResolver

/// Last good states of choices of files and of meanings. Views and files store their own.
struct MeaningPasts {
  /// The last good generation of each choice of files that keeps an earlier result.
  var choices: [FileChoice: Int] = [:]
  /// The last good generation of each held place and parent, by meaning.
  var places: [ViewKey: [HeldPlace: Int]] = [:]
  /// The generation of the snapshot that was given as the last state.
  var rememberedGeneration: Int?
  /// The states that contexts had in an earlier engine, with their meaning there. Until they have a root.
  var restored: [Context: (values: PathValues, since: Int?, meaning: ViewKey?)] = [:]
  /// The pasts of meanings without a view, oldest first.
  private(set) var closed: [(key: ViewKey, past: Past)] = []

  /// The maximum number of meanings in `closed`; the oldest are removed.
  private static let maximumClosed = 256

  /// Stores the past of a meaning whose view is closed.
  mutating func keep(_ past: Past?, of key: ViewKey) {
    guard let past else { return }
    closed.removeAll { $0.key == key }
    closed.append((key, past))
    if closed.count > Self.maximumClosed { places[closed.removeFirst().key] = nil }
  }

  /// Removes and returns the past of a meaning whose view is opened again.
  mutating func removePast(of key: ViewKey) -> Past? {
    guard let index = closed.firstIndex(where: { $0.key == key }) else { return nil }
    return closed.remove(at: index).past
  }

  /// Sets the held places of a meaning, each with the last generation in which it was good: `generation` for new ones.
  mutating func setPlaces(_ held: [HeldPlace], of key: ViewKey, _ generation: Int) {
    let known = places[key] ?? [:]
    places[key] = held.reduce(into: [:]) { $0[$1] = known[$1] ?? generation }
  }
}
