// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

// MARK: - Polling

extension WatchedRoot {
  /// Checks everything that causes no events, and marks what changed. Adds watches that are possible now.
  func poll() {
    let anchors = [anchor] + outsideAnchors.values
    if anchors.contains(where: \.needsPolling), hasMoved() { return markWhole() }
    var newlyWatched: [String] = []
    for (path, real) in polled.unwatched {
      guard (try? table.hold(real, .contents, for: .content(id, path: path))) != nil else { break }
      newlyWatched.append(path)
    }
    for (path, real) in polled.poll() {
      dirty.insert(path)
      dirty.formUnion(links.links(through: real))
    }
    for path in newlyWatched { polled.remove(path) }
    dirty.formUnion(links.retryUnwatched())
  }

  /// Checks links that leave the bundle. Their targets cause no events.
  func checkSilentChanges() {
    dirty.formUnion(links.checkStrays())
  }

  /// Whether the path of the root, or of an allowed directory, names a different directory than before.
  private func hasMoved() -> Bool {
    let now = anchor.locate()
    let identity = now.flatMap { try? fileStatus($0).identity }
    return Bytewise(now) != Bytewise(real) || identity != directories[""]?.identity
      || Bytewise(locateOutside()) != Bytewise(outsideDirectories)
  }
}

// MARK: - Git

extension WatchedRoot {
  /// Whether git is changing a work tree that contains a part of the bundle. The end of the change wakes the loop.
  func isLocked(now: UInt64) -> Bool {
    guard let real else { return false }
    return locks.isHeld(around: [real] + outsideDirectories, now: now) { directories[$0]?.real }
  }
}
