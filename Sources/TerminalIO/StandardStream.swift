// SPDX-License-Identifier: MIT

import Glibc
package import LinuxIO

/// The three descriptors that each process starts with.
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

  package enum Outcome: Hashable, Sendable {
    case written
    /// The reader is gone, as after `| head`. The program should stop without a message.
    case readerGone
  }

  package var isTerminal: Bool { isatty(number) == 1 }

  /// The size of the terminal in characters. Nil if the stream is not a terminal, or the terminal does not tell.
  package var terminalSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Writes all bytes unbuffered, and waits where necessary: write(2).
  ///
  /// Requires `ignoreBrokenPipeSignal()`: otherwise a closed pipe ends the process.
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
        // Another process that shares the terminal or pipe has made it non-blocking.
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
