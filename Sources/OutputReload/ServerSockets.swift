// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// The sockets of running servers of this user.
///
/// A server of another user could control our client. So a socket counts only in a directory of this user alone,
/// when it belongs to this user and a process of this user listens.
package struct ServerSockets: Sendable, Equatable {
  /// Sockets to speak to.
  package var trusted: [String] = []
  /// The reasons why sockets were passed over.
  package var skipped: [String] = []

  /// Sockets of one kind that are spoken to.
  static let maximumSockets = 64

  /// Servers of tmux: all sockets in `tmux-UID` in a directory.
  ///
  /// - Parameter directory: TMUX_TMPDIR, or /tmp.
  package static func tmux(in directory: String, user: UInt32 = effectiveUser) -> ServerSockets {
    var found = ServerSockets()
    found.add(all: "\(directory)/tmux-\(user)", user) { _ in true }
    return found
  }

  /// Servers of Neovim: `nvim.PID.0` in the user's runtime directory since 0.8, and before in `/tmp/nvim` with six random characters.
  package static func neovim(
    runtimeDirectory: String?, temporaryDirectory: String = "/tmp", user: UInt32 = effectiveUser
  ) -> ServerSockets {
    var found = ServerSockets()
    if let runtimeDirectory { found.add(all: runtimeDirectory, user) { $0.hasPrefix("nvim.") && $0.hasSuffix(".0") } }
    var directories = ((try? listDirectory(temporaryDirectory)) ?? []).map(\.name)
      .filter { $0.hasPrefix("nvim") && $0.utf8.count == 10 }.map { "\(temporaryDirectory)/\($0)" }
    // Since 0.8 there are such directories in nvim.USER, too.
    for name in ((try? listDirectory(temporaryDirectory)) ?? []).map(\.name) where name.hasPrefix("nvim.") {
      let parent = "\(temporaryDirectory)/\(name)"
      guard Self.isOwn(parent, user) else { continue }
      directories += ((try? listDirectory(parent)) ?? []).map { "\(parent)/\($0.name)" }
    }
    for directory in directories where Self.isOwn(directory, user) {
      found.add(all: directory, user) { $0 == "0" || $0.hasPrefix("nvim.") && $0.hasSuffix(".0") }
    }
    return found
  }

  /// Adds the sockets of a directory whose names fit.
  private mutating func add(all directory: String, _ user: UInt32, _ fits: (String) -> Bool) {
    guard let entries = try? listDirectory(directory) else { return }
    let names = entries.filter { $0.kind == .socket && fits($0.name) }.map(\.name).sorted()
    guard !names.isEmpty else { return }
    guard Self.isOwn(directory, user) else {
      skipped.append("\(directory) is not a directory of this user alone")
      return
    }
    for name in names.prefix(Self.maximumSockets) {
      let socket = "\(directory)/\(name)"
      if let reason = Self.reason(against: socket, user) { skipped.append(reason) } else { trusted.append(socket) }
    }
  }

  /// Whether a path is a real directory, and only this user can read it.
  private static func isOwn(_ directory: String, _ user: UInt32) -> Bool {
    guard let status = try? linkStatus(directory) else { return false }
    return status.kind == .directory && status.user == user && status.mode & 0o077 == 0
  }

  /// The reason to skip a socket; nil for a trusted one. A socket without a listener is skipped silently: its reason
  /// is empty.
  private static func reason(against socket: String, _ user: UInt32) -> String? {
    guard let status = try? linkStatus(socket), status.kind == .socket, status.user == user else {
      return "\(socket) is not a socket of this user"
    }
    guard let stream = try? UnixStream(connectingAtOnceTo: socket), let peer = try? stream.peerCredentials() else {
      return ""
    }
    return peer.user == user ? nil : "another user listens at \(socket)"
  }
}
