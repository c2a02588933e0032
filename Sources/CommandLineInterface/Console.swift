// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
package import StyledText
import SystemdIO
package import TerminalIO

/// One stream that a command writes to, and how.
package final class OutputStream {
  package let isTerminal: Bool
  package let style: StreamStyle
  /// Nobody reads any more: what is written from then on is dropped.
  package private(set) var isClosed = false
  /// The first error of writing, which ends the program with 5.
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

  /// The cells of a line; a wide guess where there is no window.
  package var width: Int { columns() ?? 160 }

  package func write(_ text: String) { write(Array(text.utf8)) }

  package func write(_ bytes: [UInt8]) {
    guard !isClosed, !bytes.isEmpty else { return }
    do throws(SystemError) {
      if try sink(bytes) == .readerGone { isClosed = true }
    } catch {
      failure = error
      isClosed = true
    }
  }

  package func write(_ line: StyledLine) { write(line.text(for: style) + "\n") }
}

/// What a command talks to: data on `output` only, everything else on `errors`.
package struct Console {
  /// The name that its complaints begin with.
  package let program: String
  package let output: OutputStream
  package let errors: OutputStream
  /// What a line of the stream of errors begins with: a priority, where the journal reads the daemon's.
  package var lead = ""

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

  /// Does what may take long; a line on a terminal says what is waited for when it does.
  package func waiting<Result>(
    for text: String, _ body: () throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    guard errors.isTerminal, environment("TERM") != "dumb" else { return try body() }
    beginProgress("\(program): \(text)".printable, on: .error)
    defer { endProgress() }
    return try body()
  }

  /// `livery: message` on the stream of errors.
  package func complain(_ message: String) {
    var line = StyledLine(lead)
    line.append("\(program): ", .error)
    line.append(message)
    errors.write(line)
  }

  /// The same with the way out below it.
  package func complain(_ failure: CommandFailure) {
    complain(failure.message)
    guard let help = failure.help else { return }
    var line = StyledLine(lead)
    line.append("  help: ", .help)
    line.append(help)
    errors.write(line)
  }
}
