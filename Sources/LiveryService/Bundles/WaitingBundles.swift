// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import TextComparison
import ThemeEngine
import ThemeModel

/// A bundle of the configuration whose directory is missing or unreadable. `DirectorySearch` looks for the directory from time to
/// time, and the bundle is served as soon as it can be read.
struct WaitingBundle {
  let source: ConfiguredBundle
  let name: String
  /// The path of the directory, absolute.
  let path: String
  /// Serves the states that an earlier daemon kept; nil if they are not complete.
  let host: BundleHost?
  /// The error of the last search.
  var error: SystemError
  /// The time before which its directory is not looked for.
  var nextLook: UInt64 = 0
  /// Consumers of an earlier daemon, while the bundle cannot be served. They keep the state that they have.
  var consumers: [(kept: KeptConsumer, connection: ConnectionNumber)] = []

  /// The entry of ListBundles for a bundle that is not served.
  var entry: ThemeInterface.Bundle {
    var entry = BundleFigures(consumers: consumers.count).entry(name: name, path: path)
    entry.waits = "\(error)"
    return entry
  }

  /// The problem in words.
  var problem: String { Self.problem(of: name, "\(error)") }

  static func problem(of name: String, _ reason: String) -> String {
    "the bundle `\(name)` waits for its directory: \(reason)"
  }
}

/// The bundles that wait for their directories.
struct WaitingBundles {
  private(set) var all: [WaitingBundle]

  init(_ all: [WaitingBundle] = []) { self.all = all }

  var isEmpty: Bool { all.isEmpty }

  /// Bundles without an earlier state: consumers cannot follow them.
  var unserved: [WaitingBundle] { all.filter { $0.host == nil } }

  /// Consumers of an earlier daemon that wait for a bundle.
  var consumers: [(kept: KeptConsumer, connection: ConnectionNumber)] { all.flatMap(\.consumers) }

  mutating func append(_ bundle: WaitingBundle) { all.append(bundle) }

  mutating func removeAll(where isRemoved: (WaitingBundle) -> Bool) { all.removeAll(where: isRemoved) }

  /// Removes and returns all bundles.
  mutating func takeAll() -> [WaitingBundle] {
    defer { all = [] }
    return all
  }

  /// Why the directory of a served bundle cannot be read; nil if it can.
  ///
  /// - Parameter files: watches the bundle, unless it waits since the start.
  func reason(for bundle: BundleHost, _ files: FileEvents) -> String? {
    guard bundle.isRootGone else { return nil }
    return all.first { $0.host === bundle }.map { "\($0.error)" } ?? files.refusal(of: bundle.number).map { "\($0)" }
      ?? "it is gone"
  }

  /// Keeps a consumer of an earlier daemon until its bundle can be served. Returns false if its bundle does not wait.
  mutating func park(_ kept: KeptConsumer, on connection: Connection) -> Bool {
    guard let name = kept.parameters.bundle,
      let index = all.firstIndex(where: { $0.host == nil && Bytewise($0.name) == Bytewise(name) })
    else { return false }
    all[index].consumers.append((kept, connection.number))
    return true
  }
}
