// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

// MARK: - Polling

extension WatchedRoot {
  /// Looks at all of which no events come, and marks what is not as it was. What can be watched by now is.
  func poll() {
    let anchors = [anchor] + outsideAnchors.values
    if anchors.contains(where: \.needsPolling), hasMoved() { return markWhole() }
    var newlyWatched: [String] = []
    for (path, real) in polled.unwatched {
      guard (try? table.hold(real, .contents, for: .content(id, path: path))) != nil else { break }
      newlyWatched.append(path)
    }
    for (path, real) in polled.look() {
      dirty.insert(path)
      dirty.formUnion(links.links(through: real))
    }
    for path in newlyWatched { polled.remove(path) }
    dirty.formUnion(links.lookAtUnwatched())
  }

  /// Looks at what changes without an event: where links lead that leave the bundle.
  func lookAtUnheard() {
    dirty.formUnion(links.lookAtStrays())
  }

  /// Whether the root, or a directory outside that links may lead into, is another than it was.
  private func hasMoved() -> Bool {
    let now = anchor.locate()
    let identity = now.flatMap { try? fileStatus($0).identity }
    return Bytewise(now) != Bytewise(real) || identity != directories[""]?.identity
      || Bytewise(locateOutside()) != Bytewise(outsideDirectories)
  }
}

// MARK: - Git

extension WatchedRoot {
  /// Whether git is changing a work tree that the bundle has to do with. While it is, the end of that wakes the loop.
  func isLocked(now: UInt64) -> Bool {
    guard let real else { return false }
    return locks.isHeld(around: [real] + outsideDirectories, now: now) { directories[$0]?.real }
  }
}
