// SPDX-License-Identifier: MIT

import Glibc

/// Whether a descriptor becomes readable: poll(2). A signal for a different test may arrive here; it waits anew then.
package func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  var answer: Int32
  repeat { answer = poll(&request, 1, milliseconds) } while answer < 0 && errno == EINTR
  return answer == 1
}
