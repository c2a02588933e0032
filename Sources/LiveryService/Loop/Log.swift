// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
package import LiveryConfiguration
import Synchronization
import SystemdIO

/// The daemon's log: a line an event in the form that journald reads, `<4>` and the text, or an entry with fields if the journal is
/// listening.
///
/// `LogRate` limits the entries from one place of the program. The number of those that are left out is logged.
package struct Log: Sendable {
  /// A field of a journal entry, to be searched for: `journalctl LIVERY_BUNDLE=aurora`.
  package enum Field: Sendable, Hashable {
    case bundle(String)
    case generation(Int)
    case consumer(String)
    /// The process of a client.
    case client(Int32)

    var name: String {
      switch self {
      case .bundle: "LIVERY_BUNDLE"
      case .generation: "LIVERY_GENERATION"
      case .consumer: "LIVERY_CONSUMER"
      case .client: "LIVERY_CLIENT_PID"
      }
    }

    var value: String {
      switch self {
      case .bundle(let text), .consumer(let text): text
      case .generation(let number): "\(number)"
      case .client(let process): "\(process)"
      }
    }
  }

  /// A line of the program that logs.
  struct Place: Sendable, Hashable {
    let file: String
    let line: Int
  }

  /// The least urgent level that is written. All copies of a log share it.
  package var level: LogLevel {
    get { threshold.level.withLock(\.self) }
    nonmutating set { threshold.level.withLock { $0 = newValue } }
  }
  private let threshold: Threshold
  private let write: @Sendable (LogLevel, String, [Field]) -> Void
  private let rate: LogRate
  /// Nil if entries are never lost.
  private let stream: LogStream?

  /// - Parameters:
  ///   - clock: for the rate limit.
  ///   - write: is called with each line, its end included.
  package init(level: LogLevel, clock: MonotonicClock = .system, write: @escaping @Sendable (String) -> Void) {
    self.init(level: level, clock: clock, stream: nil) { level, text, _ in write("<\(level.rawValue)>\(text)\n") }
  }

  private init(
    level: LogLevel, clock: MonotonicClock, stream: LogStream?,
    entries write: @escaping @Sendable (LogLevel, String, [Field]) -> Void
  ) {
    threshold = Threshold(level)
    self.write = write
    self.stream = stream
    rate = LogRate(clock: clock)
  }

  /// A log to the journal if standard error leads there, else to standard error. It never waits: entries that do not fit are dropped
  /// and counted.
  package static func standardError(_ level: LogLevel = .info) -> Log {
    let stream = LogStream.standardError
    guard let journal = Journal.ofStandardError() else {
      return Log(level: level, clock: .system, stream: stream) { level, text, _ in stream.write(level, text) }
    }
    return Log(level: level, clock: .system, stream: stream) { level, text, fields in
      let own = [("MESSAGE", text), ("PRIORITY", "\(level.rawValue)"), ("SYSLOG_IDENTIFIER", "liveryd")]
      if !journal.send(own + fields.map { ($0.name, $0.value) }) {
        stream.write(level, text)
      }
    }
  }

  package func error(_ text: @autoclosure () -> String, _ fields: Field..., file: String = #fileID, line: Int = #line) {
    log(.error, text, fields, Place(file: file, line: line))
  }

  package func warning(_ text: @autoclosure () -> String, _ fields: Field..., file: String = #fileID, line: Int = #line)
  {
    log(.warning, text, fields, Place(file: file, line: line))
  }

  package func info(_ text: @autoclosure () -> String, _ fields: Field..., file: String = #fileID, line: Int = #line) {
    log(.info, text, fields, Place(file: file, line: line))
  }

  /// Logs a debugging entry. The rate limit does not apply.
  package func debug(_ text: @autoclosure () -> String, _ fields: Field...) { log(.debug, text, fields, nil) }

  private func log(_ level: LogLevel, _ text: () -> String, _ fields: [Field], _ place: Place?) {
    guard level.rawValue <= self.level.rawValue else { return }
    let text = text().onOneLine
    for entry in place.map({ rate.admit(LogRate.Entry(level: level, text: text, fields: fields), from: $0) })
      ?? [LogRate.Entry(level: level, text: text, fields: fields)]
    {
      write(entry.level, entry.text, entry.fields)
    }
  }

  /// The time at which `reportLeftOut` is due without an event; nil if it is not.
  var deadline: UInt64? { [rate.deadline, stream?.deadline].compactMap(\.self).min() }

  /// Logs the numbers of entries that were left out or lost.
  func reportLeftOut() {
    stream?.reportLost()
    for entry in rate.removeDue() { write(entry.level, entry.text, entry.fields) }
  }

  private final class Threshold: Sendable {
    let level: Mutex<LogLevel>
    init(_ level: LogLevel) { self.level = Mutex(level) }
  }
}

extension String {
  /// With a blank for each control character: a message is one line, even if a consumer's name has line ends.
  fileprivate var onOneLine: String {
    func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
    guard utf8.contains(where: isControl) else { return self }
    return String(decoding: utf8.map { isControl($0) ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }
}
