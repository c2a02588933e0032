// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryConfiguration
import TextComparison

/// Keeps the generation of a bundle over restarts, in one small file a bundle.
///
/// While the daemon runs, the file has a number ahead of the generation. So after a crash, counting continues above every sent
/// generation, at the cost of one write in a thousand generations. A clean stop writes the exact number and a fingerprint of the
/// bundle. A bundle that is unchanged at the next start keeps its generation.
///
/// With an unreadable or invalid file, counting continues at the milliseconds since 1970. A bundle that makes fewer than a
/// thousand generations a second has not reached that number, so that the generation never goes back.
struct GenerationStore {
  /// The state that an earlier daemon left.
  struct Start: Equatable {
    /// The last generation: the next publication is the one after it.
    var generation: Int
    /// The fingerprint of the bundle in that generation. A bundle that still has it is published as `generation` again.
    var fingerprint: String?
  }

  /// Generations that are reserved in advance.
  static let reserve = 1024

  private let file: StateFile
  /// The number in the file. No generation above it was published, unless a write failed.
  private var ceiling = 0
  /// The reason why the generation cannot be stored; nil if it can.
  private(set) var problem: String?
  private let milliseconds: () -> Int
  /// Half of the integers that JSON represents exactly. A file with a greater number counts as damaged.
  private static let highest = 1 << 52

  /// - Parameter milliseconds: since 1970.
  init(
    directory: String, bundle: String, bundleDirectory: String, log: Log,
    milliseconds: @escaping () -> Int = { secondsSince1970() * 1000 }
  ) {
    self.milliseconds = milliseconds
    file = StateFile("generation", in: directory, bundle: bundle, bundleDirectory: bundleDirectory, log: log)
  }

  /// Reads the file of an earlier daemon. An invalid file is set aside.
  mutating func load() -> Start {
    let value: JSONValue?
    do throws(StateFile.Invalid) {
      value = try file.read(limit: 1 << 16, maximumDepth: 4)
    } catch {
      guard error.isUnread else { return setAside(error.reason) }
      let start = startAboveAll
      file.log.warning(
        "\(file.path) cannot be read: \(error.reason); the generation continues at \(start.generation), above all earlier ones"
      )
      return start
    }
    guard let value else { return Start(generation: 0) }
    guard let number = value["generation"]?.number, let generation = Int(exactly: number),
      (0...Self.highest).contains(generation)
    else { return setAside("it contains no generation") }
    ceiling = generation
    let isSame =
      generation > 0 && Bytewise(value["directory"]?.string.map(plainPath)) == Bytewise(file.bundleDirectory)
      && value["version"]?.string == productVersion
    return Start(generation: generation, fingerprint: isSame ? value["fingerprint"]?.string : nil)
  }

  /// To be called before a generation is sent.
  mutating func reserve(_ generation: Int) {
    guard generation > ceiling else { return }
    store(above: generation)
  }

  /// Stores the generation if it could not be stored before.
  mutating func retry() { if problem != nil { store(above: ceiling) } }

  private mutating func store(above generation: Int) {
    let next = generation + Self.reserve
    let failure = save(next, fingerprint: nil)
    // A failed write is tried again with the next generation, and logged once.
    ceiling = failure == nil ? next : generation
    let problem = failure.map(text(of:))
    if let problem, self.problem == nil { file.log.warning(problem) }
    self.problem = problem
  }

  /// To be called at a clean stop. Without a fingerprint the bundle gets a new generation at the next start.
  func finish(_ generation: Int, fingerprint: String?) {
    if let failure = save(generation, fingerprint: fingerprint) { file.log.warning(text(of: failure)) }
  }

  private func text(of failure: SystemError) -> String {
    "the generation of `\(file.bundle)` cannot be kept for the next start: \(failure)"
  }

  private func save(_ generation: Int, fingerprint: String?) -> SystemError? {
    var object = JSONObject([
      ("directory", .string(file.bundleDirectory)), ("version", .string(productVersion)),
      ("generation", .number(Double(generation))),
    ])
    object["fingerprint"] = fingerprint.map(JSONValue.string)
    do throws(SystemError) {
      try writeFileAtomically(file.path, JSONValue.object(object).bytes, mode: 0o600)
      return nil
    } catch {
      return error
    }
  }

  private var startAboveAll: Start { Start(generation: min(max(milliseconds(), 0), Self.highest)) }

  private func setAside(_ reason: String) -> Start {
    let start = startAboveAll
    file.setAside("\(reason); the generation continues at \(start.generation), above all earlier ones")
    return start
  }
}
