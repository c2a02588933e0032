// SPDX-License-Identifier: MIT

import Glibc

/// Whether a descriptor becomes readable: poll(2).
func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&request, 1, milliseconds) == 1
}
