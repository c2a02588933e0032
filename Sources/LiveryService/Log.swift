// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// What the daemon tells its administrator: lines in the form that journald reads, `<4>` and the text.
package struct Log: Sendable {
  /// The priorities of syslog(3) that are in use.
  package enum Level: Int, Sendable, CaseIterable {
    case error = 3
    case warning = 4
    case info = 6
    case debug = 7

    package var name: String {
      switch self {
      case .error: "error"
      case .warning: "warning"
      case .info: "info"
      case .debug: "debug"
      }
    }

    package init?(name: String) {
      guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
      self = level
    }
  }

  /// The least urgent level that is written.
  package let level: Level
  private let write: @Sendable (String) -> Void

  /// - Parameter write: gets each line, its end included.
  package init(level: Level, write: @escaping @Sendable (String) -> Void) {
    self.level = level
    self.write = write
  }

  package static func standardError(_ level: Level = .info) -> Log {
    // A log that cannot be written is no reason to stop.
    Log(level: level) { _ = try? StandardStream.error.write($0) }
  }

  package func error(_ text: @autoclosure () -> String) { line(.error, text) }
  package func warning(_ text: @autoclosure () -> String) { line(.warning, text) }
  package func info(_ text: @autoclosure () -> String) { line(.info, text) }
  package func debug(_ text: @autoclosure () -> String) { line(.debug, text) }

  private func line(_ level: Level, _ text: () -> String) {
    guard level.rawValue <= self.level.rawValue else { return }
    // A message is one line, whatever a consumer called itself.
    let text = String(text().unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
    write("<\(level.rawValue)>\(text)\n")
  }
}
