// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LinuxIO

/// From now on a fatal signal writes this text, of at most 64 bytes, before it goes its usual way: what gives a terminal back
/// that a program draws on. nil ends it.
package func rescueScreen(_ stream: StandardStream, writing text: String?) {
  guard let text else { return livery_rescue_screen(-1, nil, 0) }
  precondition(text.utf8.count <= 64, "the text fits into what the handler of the signal has room for")
  text.withCString { livery_rescue_screen(stream.number, $0, UInt(text.utf8.count)) }
}

/// Shows a line on a terminal that says what is being done and for how long, from when it takes longer than anybody likes to
/// wait without a word, until `endProgress`. One at a time.
///
/// - Parameters:
///   - text: without a line end; at most 256 bytes are shown.
///   - milliseconds: when the line is shown first, and how often it is written anew.
package func beginProgress(_ text: String, on stream: StandardStream, after milliseconds: Int = 500) {
  beginProgress(text, on: stream.number, after: milliseconds)
}

func beginProgress(_ text: String, on descriptor: Int32, after milliseconds: Int) {
  _ = text.withCString {
    livery_begin_progress(descriptor, $0, UInt(text.utf8.count), UInt(max(milliseconds, 1)))
  }
}

/// Wipes the line out, where there is one.
package func endProgress() { _ = livery_end_progress() }
