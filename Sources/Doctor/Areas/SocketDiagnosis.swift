// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ProcessIO

/// Judges the socket at which the daemon listens.
struct SocketDiagnosis: AreaDiagnosis {
  let facts: DoctorFacts
  var findings: [DoctorFinding] = []

  mutating func judge() {
    let socket = facts.socket
    if !socket.others.isEmpty {
      report(
        .error, "socket", "several daemons listen: \(socket.others.joined(separator: ", "))",
        help: "say which is meant, with --socket or LIVERY_SOCKET",
        ["livery doctor --socket \(shellQuoted(socket.others[0]))"])
      return
    }
    if socket.isUntrusted {
      report(
        .error, "socket", "\(socket.path) is in a directory that is not this user's alone, and is not trusted",
        help: "set XDG_RUNTIME_DIR, or have that directory removed by its owner")
      return
    }
    switch socket.state {
    case .missing:
      let message = "no daemon listens: there is no \(socket.path)"
      if facts.scope != .neither, facts.units.socket?["ActiveState"] == "active" {
        report(
          .error, "socket", "livery.socket is active, and its file \(socket.path) was removed",
          help: "let systemd make it again", [systemctl("restart livery.socket")])
      } else if facts.socket.isFromVariable {
        report(
          .error, "socket", message, help: "LIVERY_SOCKET names it: unset it, or start a daemon there",
          ["unset LIVERY_SOCKET"])
      } else if facts.units.explainsMissingSocket, facts.scope != .neither {
        // The unit, which is the cause, has the error.
        report(.info, "socket", message)
      } else {
        report(.error, "socket", message, help: "start one", start)
      }
    case .noSocket(let kind):
      let what = kind.map { "\($0.words), and " } ?? ""
      report(
        .error, "socket", "\(socket.path) is \(what)no socket",
        help: "a daemon leaves it alone and does not start: move it away or remove it, and start one",
        [asRoot("mv \(shellQuoted(socket.path)) \(shellQuoted("\(socket.path).old"))")] + start)
    case .abandoned:
      report(
        .error, "socket", "no process listens at \(socket.path); a daemon that has ended left it",
        help: "start a daemon; it replaces the socket", isInstalled ? [systemctl("restart livery.socket")] : start)
    case .forbidden(let asker): judgeForbidden(asker)
    case .leftAlone:
      report(
        .info, "socket",
        "systemd listens at \(socket.path); nothing was asked, since livery.service would be started and fail")
    case .failed(let reason):
      report(.error, "socket", "\(socket.path) cannot be connected to: \(reason)", journal)
    case .silent(let seconds):
      report(
        .error, "socket", "\(socket.path) took the connection, and no answer came in \(seconds) s",
        help: isInstalled ? "read the daemon's log, and restart it" : "end that daemon and start a new one",
        isInstalled ? journal + [systemctl("restart livery.service")] : [])
    case .full(let limit, let value):
      report(
        .error, "socket",
        "the daemon at \(socket.path) takes no more connections: its limit `\(limit)` of \(value) is reached",
        help: "end programs that are connected, or raise the limit in the daemon's configuration")
    case .stranger(let name):
      let who = socket.listener.map { ": process \($0.process) of user `\($0.user)` listens" } ?? ""
      report(
        .error, "socket", "\(name.map { "`\($0)`" } ?? "a program") answers at \(socket.path), and is not Livery\(who)",
        help: "end it, and start the daemon", isInstalled ? [systemctl("restart livery.socket")] : start)
    case .answers:
      let owner = socket.ownership.map { ", \($0.text)" } ?? ""
      report(.ok, "socket", "\(socket.path) answers\(owner)")
      if let mode = socket.ownership?.mode, mode & 0o002 != 0 {
        report(.info, "socket", "every user of the machine may connect, and read the bundles")
      }
    }
    judgeSocketDirectory()
  }

  private mutating func judgeForbidden(_ asker: SocketFacts.Asker) {
    let path = facts.socket.path
    guard let ownership = facts.socket.ownership else {
      return report(
        .error, "socket", "\(facts.asker.name) may not enter a directory on the way to \(path)",
        help: "ask its owner, or name another socket with --socket")
    }
    let group = ownership.group
    let message = "\(facts.asker.name) may not connect to \(path) (\(ownership.text))"
    guard ownership.isOpenToGroup else {
      return report(.error, "socket", message, help: "it is for the user `\(ownership.user)` alone")
    }
    switch asker {
    case .isNoMember:
      report(
        .error, "socket", message, help: "become a member of the group `\(group)`, and log in again",
        [asRoot("usermod --append --groups \(group) \(facts.asker.name)")])
    case .isMemberFromNextLogin:
      report(
        .error, "socket", message,
        help: "this session began before \(facts.asker.name) was a member of `\(group)`: log in again",
        ["newgrp \(group)"])
    }
  }

  /// Other users with write access to the directory could replace the socket.
  private mutating func judgeSocketDirectory() {
    guard let directory = facts.socket.directory else { return }
    let path = splitPath(facts.socket.path).directory
    if directory.mode & 0o022 != 0, directory.mode & 0o1000 == 0 {
      report(
        .error, "socket", "others may replace the socket: its directory \(path) is \(directory.text)",
        [asRoot("chmod go-w \(shellQuoted(path))")])
    }
  }

  /// Starts a daemon.
  private var start: [String] {
    isInstalled ? [systemctl("enable --now livery.socket")] : ["liveryd BUNDLE", "livery watch BUNDLE"]
  }
}

extension FileKind {
  fileprivate var words: String {
    switch self {
    case .regular: "a regular file"
    case .directory: "a directory"
    case .link: "a link"
    case .fifo: "a pipe"
    case .socket: "a socket"
    case .device: "a device"
    }
  }
}
