// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConnection
import LiveryProtocol
import TextComparison
import ThemeModel
import Varlink

/// The connection of a command to its daemon.
struct DaemonConnection {
  let socketPath: String
  let connection: VarlinkConnection

  /// Connects to the daemon that `--socket`, LIVERY_SOCKET or the usual directories name. Of several running `livery watch`, it is the
  /// one that serves a bundle.
  ///
  /// - Parameter operand: the name, directory or root file of the bundle; nil for the one around the working directory.
  init(_ arguments: Arguments, serving operand: String? = nil) throws(CommandFailure) {
    let socket: String
    do throws(SocketSearch.Failure) {
      socket = try SocketSearch.here(option: arguments[.socket]).find()
    } catch {
      guard case .several(let sockets) = error,
        let daemon = Self.daemon(at: sockets, serving: operand, arguments)?.daemon
      else { throw CommandFailure(error) }
      self = daemon
      return
    }
    try self.init(at: socket, timeout: Self.timeout(arguments))
  }

  /// Seconds that a call may take.
  private static func timeout(_ arguments: Arguments) -> Int {
    arguments.count(.timeout) ?? VarlinkConnection.usualTimeout
  }

  private init(at socket: String, timeout: Int) throws(CommandFailure) {
    socketPath = socket
    do throws(ClientError) {
      connection = try VarlinkConnection(path: socket, timeout: timeout)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The first daemon at these sockets that serves a bundle, and the bundle. A stopped `livery watch` among them costs a second.
  ///
  /// - Parameter operand: as for `init`.
  static func daemon(
    at sockets: [String], serving operand: String?, _ arguments: Arguments
  ) -> (daemon: DaemonConnection, bundle: ThemeInterface.Bundle)? {
    for socket in sockets {
      guard let asked = try? DaemonConnection(at: socket, timeout: min(1, timeout(arguments))),
        let bundle = try? asked.call(ThemeInterface.ListBundles()).bundles.meant(by: operand),
        let daemon = try? DaemonConnection(at: socket, timeout: timeout(arguments))
      else { continue }
      return (daemon, bundle)
    }
    return nil
  }

  /// Fails if a program answers that is not Livery's daemon.
  func checkService() throws(CommandFailure) {
    do throws(ClientError) {
      let service = ServiceInformation(try connection.call(ServiceInformation.method))
      guard !ThemeInterface.isServed(by: service) else { return }
    } catch .refused(let error) {
      if case .limitExceeded = Refusal(error) { throw CommandFailure(.refused(error)) }
    } catch .protocolViolation {
    } catch {
      // A service that fails while it starts ends the connection, too.
      throw CommandFailure(error)
    }
    throw CommandFailure(
      .noDaemon, "the program that answers at \(socketPath) is not a Livery daemon",
      help: "`livery doctor --socket \(socketPath)` shows the listener")
  }

  /// Calls a method of `io.livery.Theme`.
  func call<Method: ThemeMethod>(_ call: Method) throws(CommandFailure) -> Method.Reply {
    do throws(ClientError) {
      return Method.Reply(lenient: try connection.answer(to: Method.method.fullName, call.object))
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Calls a method of `io.livery.Theme` with a stream of replies, which `connection` reads.
  func stream<Method: ThemeMethod>(_ call: Method) throws(CommandFailure) {
    do throws(ClientError) {
      try connection.stream(Method.method.fullName, call.object)
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension [ThemeInterface.Bundle] {
  /// The bundle with this name, directory or root file; nil for the one around the working directory.
  func meant(by operand: String?) -> ThemeInterface.Bundle? {
    guard let operand else { return around(".") }
    if let bundle = first(where: { Bytewise($0.name) == Bytewise(operand) }) { return bundle }
    guard let path = try? realPath(operand) else { return nil }
    let directory = (try? fileStatus(path))?.kind == .directory ? path : splitPath(path).directory
    return first { Bytewise($0.path) == Bytewise(directory) }
  }

  /// The bundle of a directory or of the nearest one above it.
  private func around(_ directory: String) -> ThemeInterface.Bundle? {
    guard let path = try? realPath(directory) else { return nil }
    let above = filter { Bytewise($0.path) == Bytewise(path) || path.utf8.starts(with: "\($0.path)/".utf8) }
    return above.max { $0.path.utf8.count < $1.path.utf8.count }
  }
}
