// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConnection
import LiveryProtocol
import Varlink

/// The result of calling the daemon behind a socket.
struct DaemonProbe {
  var state: SocketFacts.State
  /// The listener's; nil when it is unknown.
  var user: UInt32?
  var process: Int32?

  init(state: SocketFacts.State, user: UInt32? = nil, process: Int32? = nil) {
    self.state = state
    self.user = user
    self.process = process
  }

  /// Calls the daemon.
  ///
  /// - Parameter seconds: the time limit for each answer.
  init(_ path: String, seconds: Int = VarlinkConnection.usualTimeout) {
    do throws(ClientError) {
      let connection = try VarlinkConnection(path: path, timeout: seconds)
      let peer = try? connection.messages.socket.peerCredentials()
      (user, process) = (peer?.user, peer?.process)
      let service = ServiceInformation(try connection.call(ServiceInformation.method))
      guard ThemeInterface.isServed(by: service) else {
        state = .stranger(service.product)
        return
      }
      let status = ThemeInterface.Status.Reply(try connection.call(ThemeInterface.Method.status.fullName))
      let list = ThemeInterface.ListBundles.Reply(try connection.call(ThemeInterface.Method.listBundles.fullName))
      state = .answers(DaemonFacts(status, list.bundles))
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
    case .refused(let error):
      if case .limitExceeded(let limit) = Refusal(error) {
        .full(limit: limit.limit, value: limit.value)
      } else {
        .stranger(nil)
      }
    case .protocolViolation: .stranger(nil)
    case .noAnswer(let seconds): .silent(seconds: seconds)
    case .connectionLost: .failed("\(error)")
    }
  }
}

extension DaemonFacts {
  fileprivate init(_ status: ThemeInterface.Status.Reply, _ bundles: [ThemeInterface.Bundle]) {
    version = status.version
    watches = status.watches
    problems = status.problems
    self.bundles = bundles.map {
      Bundle(name: $0.name, path: $0.path, errors: $0.errors, held: $0.held, unpublished: $0.unpublished / 1000)
    }
  }
}
