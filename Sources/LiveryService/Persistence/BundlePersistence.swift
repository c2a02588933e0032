// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeEngine

/// Keeps the generation, the values set at run time and the held states of a bundle for the next start. Keeps nothing without a
/// state directory.
struct BundlePersistence {
  private var generations: GenerationStore?
  private var modifications: ModificationStore?
  private var held: HeldStore?
  /// The values that the next start would set.
  private(set) var settings = RuntimeSettings()

  /// - Parameters:
  ///   - directory: the state directory.
  ///   - stem: the beginning of the names of the bundle's files there.
  init(directory: String?, stem: String, bundleDirectory: String, log: Log) {
    guard let directory else { return }
    generations = GenerationStore(directory: directory, bundle: stem, bundleDirectory: bundleDirectory, log: log)
    modifications = ModificationStore(directory: directory, bundle: stem, bundleDirectory: bundleDirectory, log: log)
    held = HeldStore(directory: directory, bundle: stem, bundleDirectory: bundleDirectory, log: log)
  }

  // MARK: The start

  /// The held states of an earlier daemon.
  mutating func loadHeld() -> HeldRecord? { held?.load() }

  /// The last generation of an earlier daemon, and its values set at run time.
  mutating func load() -> GenerationStore.Start {
    settings = modifications?.load() ?? RuntimeSettings()
    return generations?.load() ?? GenerationStore.Start(generation: 0)
  }

  /// Sets the values of an earlier daemon.
  func restoreSettings(to engine: ThemeEngine) { modifications?.restore(settings, to: engine) }

  // MARK: While the daemon runs

  /// To be called before a generation is sent.
  mutating func keep(_ engine: ThemeEngine) {
    generations?.reserve(engine.generation)
    if held != nil { held?.keep(engine.heldRecord) }
  }

  /// To be called before a generation with unsaved texts is sent.
  mutating func keepGeneration(_ engine: ThemeEngine) { generations?.reserve(engine.generation) }

  /// Stores the values set at run time, and what could not be stored before.
  mutating func save(_ new: RuntimeSettings) throws(NotSaved) {
    held?.retry()
    generations?.retry()
    guard modifications != nil else { throw NotSaved(reason: "this daemon has no state directory") }
    try modifications?.save(new)
    settings = new
  }

  /// States that cannot be kept for the next start, in words.
  var problems: [String] { [generations?.problem, modifications?.problem, held?.problem].compactMap(\.self) }

  // MARK: The end

  /// Writes the exact generation, and held states that could not be written before.
  ///
  /// - Parameter contents: all files, for a fingerprint by which the next start recognises the bundle; nil for a state that a cold
  ///   start would not reach.
  mutating func finish(_ engine: ThemeEngine, contents: () -> [FileChange]?) {
    held?.retry()
    guard let generations else { return }
    let fingerprint = contents().flatMap { Fingerprint.of($0, RuntimeSettings(engine)) }
    generations.finish(engine.generation, fingerprint: fingerprint)
  }
}
