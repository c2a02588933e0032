// SPDX-License-Identifier: GPL-2.0-or-later

import LanguageServer
import LinuxIO
import LiveryConnection
import LiveryProtocol
import TextComparison
import ThemeModel

/// Questions to a running daemon, over a connection of their own. Without a daemon every answer is empty, and it is looked for again
/// after a while.
final class EditorDaemon: RunningDaemon {
  private let search: SocketSearch
  private let clock = MonotonicClock.system
  private var connection: VarlinkConnection?
  /// The names of bundles by their directories.
  private var names: BytewiseDictionary<String> = [:]
  /// The time at which the daemon is looked for again, or asked for new bundles.
  private var nextAttempt: UInt64 = 0

  /// Seconds that the daemon may take: the author waits.
  private static let timeout = 1
  static let retryDelay: UInt64 = 2_000_000_000

  init(_ search: SocketSearch) { self.search = search }

  /// The daemon's socket; nil where there is none.
  var socket: String? { try? search.find() }

  /// The name of the bundle that the daemon serves from a directory.
  func bundle(at directory: String) -> String? {
    if let known = names[directory] { return known }
    guard clock.now() >= nextAttempt else { return nil }
    nextAttempt = clock.now() + Self.retryDelay
    guard let reply = call(ThemeInterface.ListBundles()) else { return nil }
    names = [:]
    for bundle in reply.bundles { names[bundle.path] = bundle.name }
    return names[directory]
  }

  func consumers(of directory: String) -> [RunningConsumer] {
    guard let name = bundle(at: directory), let reply = call(ThemeInterface.ListConsumers()) else { return [] }
    return reply.consumers.filter { Bytewise($0.bundle) == Bytewise(name) }.map { consumer in
      RunningConsumer(
        name: consumer.name ?? consumer.consumer, process: consumer.pid,
        selection: (try? Selection(consumer.select)) ?? .everything)
    }
  }

  /// Whether the text of another process is in force over a file.
  func isCovered(_ file: String, in directory: String) -> Bool {
    guard let name = bundle(at: directory),
      let reply = call(ThemeInterface.ListOverlays { $0.bundle = name }),
      // The one that was set last is in force.
      let top = reply.overlays.last(where: { Bytewise($0.file) == Bytewise(file) })
    else { return false }
    return top.pid != Int(processIdentifier)
  }

  /// Nil while the daemon is not there, or takes too long.
  private func call<Method: ThemeMethod>(_ method: Method) -> Method.Reply? {
    do throws(ClientError) {
      guard let connection = try connect() else { return nil }
      return Method.Reply(lenient: try connection.answer(to: Method.method.fullName, method.object))
    } catch {
      forget()
      return nil
    }
  }

  /// Whether a daemon answered last.
  var isThere: Bool { connection != nil }

  /// Looks for the daemon anew, after a while.
  func forget() {
    connection = nil
    names = [:]
    nextAttempt = clock.now() + Self.retryDelay
  }

  private func connect() throws(ClientError) -> VarlinkConnection? {
    if let connection { return connection }
    guard let socket else { return nil }
    let new = try VarlinkConnection(path: socket, timeout: Self.timeout)
    connection = new
    return new
  }
}
