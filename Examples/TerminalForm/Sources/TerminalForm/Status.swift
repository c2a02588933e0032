// SPDX-License-Identifier: MIT

import Glibc
import LiveryClient

/// How the theme is, in words.
struct Status {
  private var connection = Theme.Connection.connecting
  private var problem: String?
  private var changes: Int?
  private var diagnostics: [Theme.Diagnostic] = []

  /// The same after an update. What a whole theme that came at once has changed is not worth a number.
  func after(_ update: Theme.Update) -> Status {
    var status = Status()
    status.connection = update.connection
    status.problem = update.problem
    status.changes = isLive ? update.changed.paths.count : nil
    status.diagnostics = update.diagnostics
    return status
  }

  var isLive: Bool { connection == .live }

  func text(of theme: Theme.Snapshot) -> String {
    switch connection {
    case .connecting: "connecting: \(problem ?? "waiting for the daemon")"
    case .live:
      "live · \(theme.bundle ?? "") · generation \(theme.generation)" + (changes.map { " · \($0) changed" } ?? "")
    case .stale(let since): "stale since \(Self.time(since.secondsSince1970)): \(problem ?? "")"
    case .rejected: "rejected: \(problem ?? "")"
    case .closed: "closed"
    }
  }

  /// The worst thing that is wrong with the theme's files.
  var finding: String? {
    guard let first = diagnostics.first(where: { $0.severity == .error }) else { return nil }
    let place = first.line.map { "\(first.file):\($0): " } ?? "\(first.file): "
    return "\(first.severity.rawValue) \(first.code) \(place)\(first.message)"
  }

  private static func time(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    localtime_r(&time, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }
}
