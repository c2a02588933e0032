// SPDX-License-Identifier: MIT

package import LinuxIO
package import TextComparison

/// Finds the daemon's socket, in the places that `livery --help` lists.
package struct SocketSearch: Sendable {
  /// Why no socket was chosen.
  package enum Failure: Error, Equatable {
    /// No process listens in these directories.
    case nobodyListens([String])
    /// This user may not connect to the socket, or not enter its directory.
    case refused(socket: String)
    /// Several daemons listen; the user has to choose.
    case several([String])
    /// The directory may belong to another user, so that it is not used.
    case untrusted(directory: String)
  }

  /// The socket that the user named by option or variable.
  package var chosen: String?
  /// The user's directory, then the system's; one when they are the same.
  package var directories: [String]
  /// The user whose rights count.
  package var user: UInt32
  /// Whether only the sockets of daemons count, `livery.sock`, and not those of a running `livery watch`.
  package var findsDaemonsAlone = false
  /// The users whose daemons are followed; nil for all.
  package var trustedUsers: [UInt32]?
  /// Sockets that count as live without a connection attempt.
  package var untouched: BytewiseSet = []

  package init(chosen: String?, directories: [String], user: UInt32) {
    self.chosen = chosen
    self.directories = directories
    self.user = user
  }

  /// - Parameters:
  ///   - option: the value of `--socket`.
  ///   - socketVariable: LIVERY_SOCKET; an empty one counts as not set.
  ///   - runtimeDirectory: XDG_RUNTIME_DIR; an empty one counts as not set.
  package init(option: String?, socketVariable: String?, runtimeDirectory: String?, user: UInt32) {
    let system = "/run/livery"
    let own =
      if let runtimeDirectory, !runtimeDirectory.isEmpty { "\(runtimeDirectory)/livery" } else if user == 0 {
        system
      } else { "/tmp/livery-\(user)" }
    chosen = option ?? socketVariable.flatMap { $0.isEmpty ? nil : $0 }
    directories = own == system ? [system] : [own, system]
    self.user = user
  }

  /// The search of this process.
  package static func here(option: String?) -> SocketSearch {
    SocketSearch(
      option: option, socketVariable: environment("LIVERY_SOCKET"), runtimeDirectory: environment("XDG_RUNTIME_DIR"),
      user: effectiveUser)
  }

  /// The socket to connect to: the chosen one, else a live `livery.sock`, else the only live socket.
  package func find() throws(Failure) -> String {
    if let chosen { return chosen }
    var refused: [String] = []
    for directory in directories {
      try checkOwner(of: directory)
      let socket = "\(directory)/livery.sock"
      switch reach(of: socket) {
      case .live: return socket
      case .refused: refused.append(socket)
      case .dead: break
      }
    }
    let live = findsDaemonsAlone ? [] : watchSockets
    guard let socket = live.first else {
      // A visible socket comes before one that may be behind a closed directory.
      let seen = refused.first { (try? linkStatus($0)) != nil }
      guard let socket = seen ?? refused.first else { throw .nobodyListens(directories) }
      throw .refused(socket: socket)
    }
    guard live.count == 1 else { throw .several(live) }
    return socket
  }

  /// The socket for a program that follows a bundle: the chosen one, else the socket of a running `livery watch` of this bundle,
  /// else the result of `find()`.
  package func find(for bundle: String?) throws(Failure) -> String {
    if chosen == nil, !findsDaemonsAlone, let bundle, !bundle.utf8.contains(UInt8(ascii: "/")) {
      try checkOwner(of: directories[0])
      let socket = "\(directories[0])/\(bundle).sock"
      if reach(of: socket) == .live { return socket }
    }
    return try find()
  }

  /// The sockets of running `livery watch`, which `find` passes over for a program that follows daemons alone.
  package var watchSockets: [String] {
    directories.flatMap { sockets(in: $0) }.filter { !$0.hasSuffix("/livery.sock") && reach(of: $0) == .live }
  }

  /// The live sockets that `find` chooses from, the preferred one first: the chosen one alone, else those of daemons, then those of
  /// running `livery watch`.
  package var candidates: [String] {
    if let chosen { return reach(of: chosen) == .live ? [chosen] : [] }
    return directories.map { "\($0)/livery.sock" }.filter { reach(of: $0) == .live }
      + (findsDaemonsAlone ? [] : watchSockets)
  }

  /// The user's directory, for a daemon that is about to listen there; made, with mode 0700, when it is missing.
  package func prepareDirectory() throws(SystemError) -> String {
    let directory = directories[0]
    try makeDirectories(directory, mode: 0o700)
    do throws(Failure) {
      try checkOwner(of: directory)
    } catch {
      throw SystemError(
        call: "stat", errno: .notPermitted, path: directory, detail: "it has to be a directory of this user alone")
    }
    return directory
  }

  /// In /tmp every user can make a directory of any name.
  private func checkOwner(of directory: String) throws(Failure) {
    guard directory.hasPrefix("/tmp/"), let status = try? linkStatus(directory) else { return }
    guard status.kind == .directory, status.user == user, status.mode & 0o077 == 0 else {
      throw .untrusted(directory: directory)
    }
  }

  private func sockets(in directory: String) -> [String] {
    let entries = (try? listDirectory(directory)) ?? []
    return entries.filter { $0.kind == .socket && $0.name.hasSuffix(".sock") }
      .map { "\(directory)/\($0.name)" }.sorted()
  }

  private enum Reach { case live, refused, dead }

  private func reach(of socket: String) -> Reach {
    if untouched.contains(socket) { return .live }
    do throws(SystemError) {
      _ = try UnixStream(connectingAtOnceTo: socket)
      return .live
    } catch {
      switch error.errno {
      // A listener with a full backlog listens.
      case .wouldBlock: return .live
      case .accessDenied: return .refused
      default: return .dead
      }
    }
  }
}

extension SocketSearch.Failure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nobodyListens(let directories): "no daemon listens in \(directories.joined(separator: " or "))"
    case .refused(let socket): "this user may not connect to \(socket)"
    case .several(let sockets):
      "several daemons listen, choose one with --socket: \(sockets.joined(separator: ", "))"
    case .untrusted(let directory): "\(directory) is not a directory of this user alone"
    }
  }
}
