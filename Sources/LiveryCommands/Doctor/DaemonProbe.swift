// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryConnection
import LiveryService

/// An attempt to talk to the daemon behind a socket, which waits for so long for each answer and no longer.
struct DaemonProbe {
  var state: SocketFacts.State
  /// Who listens; nil when nobody could be asked.
  var user: UInt32?
  var process: Int32?

  /// What is known without an attempt.
  init(state: SocketFacts.State, user: UInt32? = nil, process: Int32? = nil) {
    self.state = state
    self.user = user
    self.process = process
  }

  /// - Parameter seconds: for which each answer is waited for.
  init(_ path: String, seconds: Int = DaemonConnection.usualTimeout) {
    do throws(ClientError) {
      let connection = try VarlinkConnection(path: path, timeout: seconds)
      let peer = try? connection.socket.peerCredentials()
      (user, process) = (peer?.user, peer?.process)
      let information = try connection.call("org.varlink.service.GetInfo")
      guard Daemon.isDescribed(by: information) else {
        state = .stranger(information["product"]?.string)
        return
      }
      let status = try connection.call("io.livery.Theme.Status")
      state = .answers(DaemonFacts(status: status, bundles: try connection.call("io.livery.Theme.ListBundles")))
    } catch {
      state = Self.state(error)
    }
  }

  private static func state(_ error: ClientError) -> SocketFacts.State {
    switch error {
    case .notReachable(let error):
      switch error.errno {
      case .noSuchFile, .notDirectory: .missing
      case .connectionRefused: .abandoned
      case .notSocket: .noSocket(nil)
      case .accessDenied: .forbidden(.isNoMember)
      default: .failed(error.errno.text)
      }
    case .refused, .protocolViolation: .stranger(nil)
    case .noAnswer(let seconds): .silent(seconds: seconds)
    case .connectionLost: .failed("\(error)")
    }
  }
}

extension DaemonFacts {
  fileprivate init(status: JSONObject, bundles: JSONObject) {
    version = status["version"]?.string ?? ""
    watches = status["watches"]?.count ?? 0
    problems = status["problems"]?.array?.compactMap(\.string) ?? []
    self.bundles = (bundles["bundles"]?.array ?? []).map {
      Bundle(
        name: $0["name"]?.string ?? "", path: $0["path"]?.string ?? "", errors: $0["errors"]?.count ?? 0,
        held: $0["held"]?.count ?? 0, unpublished: ($0["unpublished"]?.count ?? 0) / 1000)
    }
  }
}
