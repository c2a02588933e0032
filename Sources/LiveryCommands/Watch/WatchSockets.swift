// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConnection
import LiveryService

/// Where a `livery watch` may listen: where it was told to, else at the bundle's name in the user's directory for sockets. A
/// second watch of a bundle of that name, such as another checkout, listens at `NAME-2.sock`.
struct WatchSockets {
  private let paths: [String]

  /// Watches of bundles of one name that run at the same time.
  private static let most = 16

  /// - Parameter option: the value of `--socket`.
  init(option: String?, bundle: String) throws(CommandFailure) {
    if let option {
      paths = [option]
      return
    }
    do throws(SystemError) {
      let directory = try SocketSearch.here(option: nil).prepareDirectory()
      paths = (1...Self.most).map { "\(directory)/\(bundle)\($0 == 1 ? "" : "-\($0)").sock" }
    } catch {
      throw CommandFailure(.usage, "the directory for sockets cannot be used: \(error)", help: "name one with --socket")
    }
  }

  /// Starts a daemon on the first of the sockets that no other process uses, and says which one that is.
  func start(_ configuration: (String) -> DaemonConfiguration) throws(CommandFailure) -> (daemon: Daemon, path: String)
  {
    var failure: DaemonError?
    for path in paths {
      do throws(DaemonError) {
        return (try Daemon(configuration(path)), path)
      } catch {
        failure = error
        guard case .socket(let reason) = error, reason.errno == .addressInUse else { break }
      }
    }
    if let failure { throw CommandFailure(failure) }
    throw CommandFailure(.internalError, "no socket can be used")
  }
}
