// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// The bytes that a connection owes its peer, as slices of messages that other connections may share.
struct Outbox {
  private var slices: [ArraySlice<UInt8>] = []
  /// The slices before this one are sent.
  private var first = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ slice: ArraySlice<UInt8>) {
    guard !slice.isEmpty else { return }
    slices.append(slice)
    count += slice.count
  }

  mutating func removeAll() {
    self = Outbox()
  }

  /// Sends as much as the kernel takes. True when it took something.
  mutating func send(to stream: borrowing UnixStream) throws(SystemError) -> Bool {
    var progress = false
    while !isEmpty {
      switch try stream.send(Array(slices[first...])) {
      case .wouldBlock: return progress
      case .sent(let sent):
        progress = true
        drop(sent)
      }
    }
    return progress
  }

  private mutating func drop(_ sent: Int) {
    count -= sent
    var rest = sent
    while rest > 0 {
      let size = slices[first].count
      guard rest >= size else {
        slices[first] = slices[first].dropFirst(rest)
        return
      }
      rest -= size
      slices[first] = []
      first += 1
    }
    if first == slices.count { removeAll() }
  }
}
