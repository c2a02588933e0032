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

  /// Connects to the daemon that `--socket`, LIVERY_SOCKET or the usual directories name.
  init(_ arguments: Arguments) throws(CommandFailure) {
    do throws(SocketSearch.Failure) {
      socketPath = try SocketSearch.here(option: arguments[.socket]).find()
    } catch {
      throw CommandFailure(error)
    }
    do throws(ClientError) {
      connection = try VarlinkConnection(
        path: socketPath, timeout: arguments.count(.timeout) ?? VarlinkConnection.usualTimeout)
    } catch {
      throw CommandFailure(error)
    }
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

  /// The name of the bundle of `--bundle`.
  func bundle(_ arguments: Arguments) throws(CommandFailure) -> String? {
    guard let operand = arguments[.bundle] else { return nil }
    return try bundle(named: operand)
  }

  /// The name of the daemon's bundle with this name, directory or root file.
  func bundle(named operand: String) throws(CommandFailure) -> String {
    let bundles = try call(ThemeInterface.ListBundles()).bundles
    let names = bundles.map(\.name)
    if names.containsBytewise(operand) { return operand }
    if let path = try? realPath(operand) {
      let directory =
        (try? fileStatus(path))?.kind == .directory ? path : String(path.prefix(upTo: lastSlash(of: path)))
      if let bundle = bundles.first(where: { Bytewise($0.path) == Bytewise(directory) }) { return bundle.name }
    }
    guard !bundles.isEmpty else {
      throw CommandFailure(
        .noBundle, "the daemon does not serve `\(operand)`, and no other bundle that this user may see",
        help: "`livery add DIR` adds one")
    }
    let served = bundles.map { "\($0.name) (\($0.path))" }
    throw CommandFailure(
      .noBundle, "the daemon does not serve `\(operand)`; it serves \(served.joined(separator: ", "))",
      help: Suggestion.didYouMean(operand, among: names))
  }

  private func lastSlash(of path: String) -> String.Index {
    path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
  }
}
