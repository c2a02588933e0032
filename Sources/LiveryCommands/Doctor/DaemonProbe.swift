// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryConnection
import LiveryService

/// An attempt to talk to the daemon behind a socket, which waits for no more than ten seconds for each answer.
struct DaemonProbe {
  var state: SocketFacts.State
  /// Who listens; nil when nobody could be asked.
  var user: UInt32?
  var process: Int32?

  private static let seconds = 10

  /// What is known without an attempt.
  init(state: SocketFacts.State, user: UInt32? = nil, process: Int32? = nil) {
    self.state = state
    self.user = user
    self.process = process
  }

  init(_ path: String) {
    do throws(ClientError) {
      let connection = try VarlinkConnection(path: path)
      let peer = try? connection.socket.peerCredentials()
      (user, process) = (peer?.user, peer?.process)
      guard let information = try Self.answer(connection, "org.varlink.service.GetInfo") else {
        state = .silent(seconds: Self.seconds)
        return
      }
      guard Daemon.isDescribed(by: information) else {
        state = .stranger(information["product"]?.string)
        return
      }
      guard let status = try Self.answer(connection, "io.livery.Theme.Status"),
        let bundles = try Self.answer(connection, "io.livery.Theme.ListBundles")
      else {
        state = .silent(seconds: Self.seconds)
        return
      }
      state = .answers(DaemonFacts(status: status, bundles: bundles))
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
    case .connectionLost, .noAnswer: .failed("\(error)")
    }
  }

  /// Nil when none comes in time.
  private static func answer(_ connection: VarlinkConnection, _ method: String) throws(ClientError) -> JSONObject? {
    try connection.stream(method)
    guard let loop = try? EventLoop(),
      (try? loop.register(connection.socket.descriptor, token: 0, for: .reading)) != nil
    else { throw .connectionLost }
    loop.setDeadline(1, at: MonotonicClock.system.now() + UInt64(seconds) * 1_000_000_000)
    while true {
      switch try connection.nextIfAvailable() {
      case .reply(let parameters): return parameters
      case .end: throw .connectionLost
      case .nothingYet: break
      }
      guard let ready = try? loop.wait() else { throw .connectionLost }
      if ready.allSatisfy({ $0.token == 1 }) { return nil }
    }
  }
}

extension DaemonFacts {
  fileprivate init(status: JSONObject, bundles: JSONObject) {
    version = status["version"]?.string ?? ""
    watches = status["watches"]?.count ?? 0
    problems = status["problems"]?.array?.compactMap(\.string) ?? []
    self.bundles = (bundles["bundles"]?.array ?? []).map {
      Bundle(name: $0["name"]?.string ?? "", path: $0["path"]?.string ?? "")
    }
  }
}
