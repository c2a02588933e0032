// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import LiveryService

/// The possible sockets of a `livery watch`: the socket of the option, else `NAME.sock` in the user's directory for sockets. A
/// second watch of a bundle with this name, such as another checkout, uses `NAME-2.sock`.
struct WatchSockets {
  private let paths: [String]

  /// The maximum number of watches of bundles with one name.
  private static let maximumSockets = 16

  /// - Parameter option: the value of `--socket`.
  init(option: String?, bundle: String) throws(CommandFailure) {
    if let option {
      paths = [option]
      return
    }
    let directory = try directoryForSockets(.here(option: nil))
    paths = (1...Self.maximumSockets).map { "\(directory)/\(bundle)\($0 == 1 ? "" : "-\($0)").sock" }
  }

  /// Starts a daemon on the first socket that no other process uses.
  func start(_ location: BundleLocation, log: Log) throws(CommandFailure) -> (daemon: Daemon, path: String) {
    var failure: DaemonError?
    for path in paths {
      var configuration = DaemonConfiguration(
        socketPath: path, bundles: [.init(directory: location.path, rootFile: location.rootFile)])
      configuration.signals = .caller
      configuration.bundleChanges = .refused
      configuration.log = log
      do throws(DaemonError) {
        return (try Daemon(configuration), path)
      } catch {
        failure = error
        guard case .socket(let reason) = error, reason.errno == .addressInUse else { break }
      }
    }
    if let failure { throw CommandFailure(failure) }
    throw CommandFailure(.internalError, "no socket can be used")
  }
}
