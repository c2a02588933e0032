// SPDX-License-Identifier: MIT

import Glibc
package import LinuxIO

/// The three descriptors that a process is born with.
package enum StandardStream: Hashable, Sendable {
  case input
  case output
  case error

  var number: Int32 {
    switch self {
    case .input: STDIN_FILENO
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  }

  /// What became of a text.
  package enum Outcome: Hashable, Sendable {
    case written
    /// Nobody reads any more, as after `| head`: a reason to stop, not to complain.
    case readerGone
  }

  package var isTerminal: Bool { isatty(number) == 1 }

  /// The size of the terminal in characters; nothing when it is none, or says none.
  package var terminalSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Writes all bytes, waiting where it must, unbuffered: write(2).
  ///
  /// A reader that is gone is only seen here after `ignoreBrokenPipeSignal()`; else it ends the process.
  @discardableResult
  package func write(_ bytes: [UInt8]) throws(SystemError) -> Outcome {
    var written = 0
    while written < bytes.count {
      let answer = bytes.withUnsafeBytes { buffer in
        SystemCalls.write(number, UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      switch answer {
      case -Int(EPIPE):
        return .readerGone
      case -Int(EAGAIN):
        // Somebody who shares the terminal or pipe has made it non-blocking.
        var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        try value(SystemCalls.poll(&request, -1), of: "poll")
      default:
        written += try value(answer, of: "write")
      }
    }
    return .written
  }

  @discardableResult
  package func write(_ text: String) throws(SystemError) -> Outcome {
    try write([UInt8](text.utf8))
  }
}
