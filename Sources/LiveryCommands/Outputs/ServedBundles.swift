// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConnection
import LiveryProtocol
import OutputConfiguration
import TextComparison
import ThemeOutputs

/// The bundles of the daemon, as far as outputs depend on them.
struct ServedBundles {
  private let questions: DaemonQuestions
  /// The directories of the bundles, and when they were asked for.
  private var list: (time: UInt64, directories: [String])?

  /// Nanoseconds after which the daemon may serve other bundles.
  private static let lifetime: UInt64 = 2_000_000_000

  init(search: SocketSearch) { questions = DaemonQuestions(search: search) }

  /// Asks the daemon again, before the next file is written.
  mutating func forget() { list = nil }

  /// The source of an output's bundle. Nil if the output names a directory that no daemon serves yet.
  ///
  /// - Parameter readsDirectories: whether a directory that no daemon serves is read here, once.
  func source(of output: ConfiguredOutput, readsDirectories: Bool) -> ThemeKey.Source? {
    guard let bundle = output.bundle, bundle.utf8.contains(UInt8(ascii: "/")) else {
      return .daemon(bundle: output.bundle)
    }
    let real = (try? realPath(bundle)) ?? bundle
    let served = questions.bundles().first { Bytewise($0.path) == Bytewise(real) }
    if let served { return .daemon(bundle: served.name) }
    return readsDirectories ? .directory(real) : nil
  }

  /// The problem of an output whose file lies in a bundle: writing it would change the bundle.
  mutating func problem(of output: RunningOutput) -> OutputProblem? {
    let now = MonotonicClock.system.now()
    if list.map({ now >= $0.time + Self.lifetime }) ?? true { list = (now, questions.bundles().map(\.path)) }
    // Links are followed, also one in the place of the file.
    let path = output.path
    let place = splitPath(path)
    let real = (try? realPath(path)) ?? (try? realPath(place.directory)).map { "\($0)/\(place.name)" } ?? path
    let directories = (list?.directories ?? []) + output.themes.compactMap(\.key.directory)
    if let bundle = directories.first(where: { Bytewise(real) == Bytewise($0) || real.hasPrefix("\($0)/") }) {
      return OutputProblem("\(path) lies in the bundle \(bundle)", help: "choose a file outside of bundles")
    }
    guard let mirror = mirror(around: real) else { return nil }
    return OutputProblem(
      "\(path) lies in the releases of the mirror \(mirror)", help: "choose a file outside of mirrors")
  }

  /// The directory of the mirror whose releases have a path; nil for other paths. `livery mirror` marks its directories.
  private func mirror(around path: String) -> String? {
    var directory = splitPath(path).directory
    while directory != "/", !directory.isEmpty {
      let place = splitPath(directory)
      if place.name == "releases", (try? linkStatus("\(place.directory)/.livery-mirror")) != nil {
        return place.directory
      }
      directory = place.directory
    }
    return nil
  }
}
