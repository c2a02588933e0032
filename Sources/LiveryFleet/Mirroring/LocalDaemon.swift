// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel
import JSONText
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import LiveryProtocol
import TextComparison

/// The daemon that serves the directory of a mirror, if there is one.
struct LocalDaemon {
  /// Nil for the usual sockets.
  let socket: String?
  /// Seconds that a mirror waits for each of its answers.
  let timeout: Int

  /// The usual seconds: a mirror has other things to do.
  static let usualTimeout = 5

  enum Outcome {
    /// No daemon runs here, or none that serves this directory.
    case absent
    /// It serves the release.
    case synchronized
    case late
  }

  /// Waits until the daemon has published the release of the link `current`.
  ///
  /// - Parameter directory: of the release, absolute.
  func synchronize(with directory: String) -> Outcome {
    guard let connection = connect() else { return .absent }
    do throws(ClientError) {
      // The path of a bundle is where its link leads now, so that the daemon is asked to look first.
      let bundles = try served(by: connection, below: directory)
      guard !bundles.isEmpty else { return .absent }
      for bundle in bundles {
        _ = try connection.call(
          ThemeInterface.Method.sync.fullName, ThemeInterface.Sync { $0.bundle = bundle.name }.object)
      }
      let after = try served(by: connection, below: directory)
      return after.allSatisfy { Bytewise($0.path) == Bytewise(directory) } ? .synchronized : .late
    } catch {
      switch error {
      case .notReachable, .connectionLost, .refused: return .absent
      case .noAnswer, .protocolViolation: return .late
      }
    }
  }

  /// Whether the daemon resolves a release to the digest of its manifest; nil where the comparison proves nothing: for a daemon of a
  /// different version, values that are held back or set at run time, and without a daemon.
  func isDigestEqual(to manifest: Manifest, in directory: String) -> Bool? {
    guard Bytewise(manifest.version) == Bytewise(productVersion), let connection = connect() else { return nil }
    do throws(ClientError) {
      guard let bundle = try served(by: connection, below: directory).first else { return nil }
      let set = ThemeInterface.ListModifications.Reply(
        try connection.call(
          ThemeInterface.Method.listModifications.fullName,
          ThemeInterface.ListModifications { $0.bundle = bundle.name }.object))
      guard set.themes.isEmpty, set.constants.members.isEmpty, set.styles.styles.isEmpty else { return nil }
      let snapshot = ThemeInterface.Resolve.Reply(
        try connection.call(
          ThemeInterface.Method.resolve.fullName,
          ThemeInterface.Resolve {
            $0.bundle = bundle.name
            $0.select = ["constants/nothing-of-this-name"]
          }.object)
      ).snapshot
      guard snapshot.held ?? 0 == 0, snapshot.unsaved != true else { return nil }
      return Bytewise(snapshot.digest) == Bytewise(manifest.digest)
    } catch {
      return nil
    }
  }

  private func connect() -> VarlinkConnection? {
    guard let path = try? SocketSearch.here(option: socket).find() else { return nil }
    return try? VarlinkConnection(path: path, timeout: timeout)
  }

  /// The bundles that are releases of the same mirror.
  private func served(
    by connection: VarlinkConnection, below directory: String
  ) throws(ClientError) -> [ThemeInterface.Bundle] {
    let releases = splitPath(directory).directory
    let reply = ThemeInterface.ListBundles.Reply(try connection.call(ThemeInterface.Method.listBundles.fullName))
    return reply.bundles.filter { Bytewise(splitPath($0.path).directory) == Bytewise(releases) }
  }
}
