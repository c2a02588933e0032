// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
package import LiveryConfiguration
import Synchronization

/// What the daemon tells its administrator: one line an event, in the form that journald reads, `<4>` and the text; or an entry
/// with fields, when the journal is listening.
///
/// What comes again and again from one place of the program is left out, and how much that was is told: a storm says no
/// more than `LogRate` lets through.
package struct Log: Sendable {
  /// What an entry of the journal is about, to be searched for: `journalctl LIVERY_BUNDLE=aurora`.
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

  /// A line of the program that tells something.
  struct Place: Sendable, Hashable {
    let file: String
    let line: Int
  }

  /// The least urgent level that is written. All copies of a log have the same.
  package var level: LogLevel {
    get { threshold.level.withLock(\.self) }
    nonmutating set { threshold.level.withLock { $0 = newValue } }
  }
  private let threshold: Threshold
  private let write: @Sendable (LogLevel, String, [Field]) -> Void
  private let rate: LogRate
  /// Nil when what is written is never lost.
  private let stream: LogStream?

  /// - Parameters:
  ///   - clock: what is too often is told by it.
  ///   - write: gets each line, its end included.
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

  /// To the journal, when it is behind the stream of errors; else to the stream. Neither is waited for: what they do not take is
  /// dropped, and counted.
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
    tell(.error, text, fields, Place(file: file, line: line))
  }

  package func warning(_ text: @autoclosure () -> String, _ fields: Field..., file: String = #fileID, line: Int = #line)
  {
    tell(.warning, text, fields, Place(file: file, line: line))
  }

  package func info(_ text: @autoclosure () -> String, _ fields: Field..., file: String = #fileID, line: Int = #line) {
    tell(.info, text, fields, Place(file: file, line: line))
  }

  /// Whoever asks for these wants all of them: none is left out.
  package func debug(_ text: @autoclosure () -> String, _ fields: Field...) { tell(.debug, text, fields, nil) }

  private func tell(_ level: LogLevel, _ text: () -> String, _ fields: [Field], _ place: Place?) {
    guard level.rawValue <= self.level.rawValue else { return }
    // A message is one line, whatever a consumer called itself.
    let text = String(text().unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
    for entry in place.map({ rate.admit(LogRate.Entry(level: level, text: text, fields: fields), from: $0) })
      ?? [LogRate.Entry(level: level, text: text, fields: fields)]
    {
      write(entry.level, entry.text, entry.fields)
    }
  }

  /// When `tellLeftOut` has something to say though nothing happens; nil when it has not.
  var deadline: UInt64? { [rate.deadline, stream?.deadline].compactMap(\.self).min() }

  /// Tells what was left out by now, and what was lost.
  func tellLeftOut() {
    stream?.tellLost()
    for entry in rate.takeDue() { write(entry.level, entry.text, entry.fields) }
  }

  private final class Threshold: Sendable {
    let level: Mutex<LogLevel>
    init(_ level: LogLevel) { self.level = Mutex(level) }
  }
}
