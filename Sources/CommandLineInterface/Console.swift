// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
package import StyledText
import SystemdIO
package import TerminalIO

/// An output stream of a command, with its colours and width.
package final class OutputStream {
  package let isTerminal: Bool
  package let style: StreamStyle
  /// The reader is gone, or writing failed. Further output is dropped.
  package private(set) var isClosed = false
  /// The first write error, which ends the program with 5.
  package private(set) var failure: SystemError?
  package let columns: () -> Int?
  private let sink: ([UInt8]) throws(SystemError) -> StandardStream.Outcome

  package init(
    isTerminal: Bool, style: StreamStyle, columns: @escaping () -> Int?,
    sink: @escaping ([UInt8]) throws(SystemError) -> StandardStream.Outcome
  ) {
    self.isTerminal = isTerminal
    self.style = style
    self.columns = columns
    self.sink = sink
  }

  /// The cells of a line. A file has no window, and gets wide lines.
  package var width: Int { columns() ?? 160 }

  package func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes a text in UTF-8. A terminal gets `\u` escapes in place of foreign characters that it would obey.
  package func write(_ bytes: [UInt8]) {
    guard !isClosed, !bytes.isEmpty else { return }
    do throws(SystemError) {
      if try sink(isTerminal ? bytes.escapingForTerminal : bytes) == .readerGone { isClosed = true }
    } catch {
      failure = error
      isClosed = true
    }
  }

  package func write(_ line: StyledLine) { write(line.text(for: style) + "\n") }

  package func write(_ lines: [StyledLine]) {
    for line in lines { write(line) }
  }
}

/// The streams of a command: data on `output` only, everything else on `errors`.
package struct Console {
  /// The name at the beginning of error messages.
  package let program: String
  package let output: OutputStream
  package let errors: OutputStream
  /// The beginning of each line of `errors`: a priority when the journal reads the stream.
  package let lead: String

  package init(program: String, output: OutputStream, errors: OutputStream, lead: String = "") {
    self.program = program
    self.output = output
    self.errors = errors
    self.lead = lead
  }

  /// The streams of this process.
  package static func standard(program: String, color: ColorChoice) -> Console {
    let names = ["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "TERM", "COLORTERM"]
    let values = names.compactMap { name in environment(name).map { (name, $0) } }
    let variables = Dictionary(values, uniquingKeysWith: { first, _ in first })
    let stream = { (stream: StandardStream) in
      let isTerminal = stream.isTerminal
      return OutputStream(
        isTerminal: isTerminal,
        style: StreamStyle(choice: color, environment: variables, isTerminal: isTerminal),
        columns: { stream.terminalSize?.columns },
        sink: { (bytes) throws(SystemError) in try stream.write(bytes) })
    }
    return Console(
      program: program, output: stream(.output), errors: stream(.error),
      lead: Journal.ofStandardError() == nil ? "" : "<3>")
  }

  /// Runs `body`, which may take long. Meanwhile a terminal shows the text.
  package func waiting<Result>(
    for text: String, _ body: () throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    guard errors.isTerminal, environment("TERM") != "dumb" else { return try body() }
    beginProgress("\(program): \(text)".printable, on: .error)
    defer { endProgress() }
    return try body()
  }

  /// Writes `livery: message` to standard error.
  package func complain(_ message: String) { writeError("\(program): ", .error, message) }

  /// Writes a failure to standard error, with its help below it.
  package func complain(_ failure: CommandFailure) {
    for message in [failure.message] + failure.others { complain(message) }
    if let help = failure.help { writeError("  help: ", .help, help) }
  }

  private func writeError(_ label: String, _ style: StyledLine.Style, _ text: String) {
    var line = StyledLine(lead)
    line.append(label, style)
    line.append(text)
    errors.write(line)
  }
}
