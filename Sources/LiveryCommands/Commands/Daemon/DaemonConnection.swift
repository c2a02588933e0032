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
  /// - Parameter operand: the name, directory or root file of the bundle.
  init(_ arguments: Arguments, serving operand: String = ".") throws(CommandFailure) {
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
    try self.init(at: socket, arguments)
  }

  private init(at socket: String, _ arguments: Arguments) throws(CommandFailure) {
    socketPath = socket
    do throws(ClientError) {
      connection = try VarlinkConnection(
        path: socket, timeout: arguments.count(.timeout) ?? VarlinkConnection.usualTimeout)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The first daemon at these sockets that serves a bundle, and the bundle.
  ///
  /// - Parameter operand: the name, directory or root file of the bundle.
  static func daemon(
    at sockets: [String], serving operand: String, _ arguments: Arguments
  ) -> (daemon: DaemonConnection, bundle: ThemeInterface.Bundle)? {
    for socket in sockets {
      guard let daemon = try? DaemonConnection(at: socket, arguments), let bundle = try? daemon.bundle(operand) else {
        continue
      }
      return (daemon, bundle)
    }
    return nil
  }

  /// Fails if a program answers that is not Livery's daemon.
  func checkService() throws(CommandFailure) {
    do throws(ClientError) {
      let service = ServiceInformation(try connection.call(ServiceInformation.method))
      guard !ThemeInterface.isServed(by: service) else { return }
    } catch .noAnswer(let seconds) {
      throw CommandFailure(.noAnswer(seconds: seconds))
    } catch {}
    throw CommandFailure(
      .noDaemon, "the program that answers at \(socketPath) is not a Livery daemon",
      help: "`livery doctor --socket \(socketPath)` shows the listener")
  }

  /// Calls a method of `io.livery.Theme`.
  func call<Method: ThemeMethod>(_ call: Method) throws(CommandFailure) -> Method.Reply {
    do throws(ClientError) {
      return Method.Reply(try connection.call(Method.method.fullName, call.object))
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

  /// The daemon's bundle with this name, directory or root file.
  func bundle(_ operand: String) throws(CommandFailure) -> ThemeInterface.Bundle? {
    let bundles = try call(ThemeInterface.ListBundles()).bundles
    if let bundle = bundles.first(where: { Bytewise($0.name) == Bytewise(operand) }) { return bundle }
    guard let path = try? realPath(operand) else { return nil }
    let directory = (try? fileStatus(path))?.kind == .directory ? path : splitPath(path).directory
    return bundles.first { Bytewise($0.path) == Bytewise(directory) }
  }
}
