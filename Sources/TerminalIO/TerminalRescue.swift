// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LinuxIO

/// Makes a fatal signal write this text, of at most 64 bytes, before its usual effect: the text restores a terminal that a
/// program draws on. Nil ends this.
package func rescueScreen(_ stream: StandardStream, writing text: String?) {
  guard let text else { return livery_rescue_screen(-1, nil, 0) }
  precondition(text.utf8.count <= 64, "the text fits into the buffer of the signal handler")
  text.withCString { livery_rescue_screen(stream.number, $0, UInt(text.utf8.count)) }
}

/// Shows a line on a terminal that names the work in progress and its duration, until `endProgress`. The line appears only if
/// the work takes longer. One line at a time.
///
/// - Parameters:
///   - text: a text without a line end, of which at most 256 bytes are shown.
///   - milliseconds: the time before the line appears, and between its updates.
package func beginProgress(_ text: String, on stream: StandardStream, after milliseconds: Int = 500) {
  beginProgress(text, on: stream.number, after: milliseconds)
}

func beginProgress(_ text: String, on descriptor: Int32, after milliseconds: Int) {
  _ = text.withCString {
    livery_begin_progress(descriptor, $0, UInt(text.utf8.count), UInt(max(milliseconds, 1)))
  }
}

/// Erases the line, if it is shown.
package func endProgress() { _ = livery_end_progress() }
