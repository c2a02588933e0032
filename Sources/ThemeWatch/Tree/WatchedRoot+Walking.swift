// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

// MARK: - Walking

extension WatchedRoot: BundleVisitor {
  func enter(_ path: String, real: String) -> Bool {
    let identity: FileIdentity
    do throws(SystemError) {
      identity = try fileStatus(real).identity
    } catch {
      // The directory is gone again; its removal is an event of its own.
      if error.errno != .noSuchFile { couldNotRead(path, error) }
      return false
    }
    if let known = directories[path], known.identity != identity {
      noteGone(path)
      drop(path)
    }
    if directories[path] == nil, directories.isKnown(identity),
      directories.furtherPaths >= BundleWalk.maximumFurtherPaths
    {
      hasTooManyPaths = true
      return false
    }
    directories[path] = DirectoryTable.Directory(identity: identity, real: real)
    do throws(SystemError) {
      try table.hold(real, .contents, for: .content(id, path: path))
      if table.isRemote(real, identity) { polled.insert(path, real: real, .remote) }
    } catch {
      // The walk reports a directory that cannot be read.
      if error.isShortageOfWatches { polled.insert(path, real: real, .unwatched) }
    }
    return true
  }

  func listed(_ path: String, names: Int) {
    directories[path]?.nameCount = names
  }

  var isExhausted: Bool { table.walkLimits.refusal(of: directories) != nil }

  func directory(at path: String) -> String? { directories[path]?.real }

  func found(_ path: String) {
    sightings[path] = .file
  }

  func foundClosed(_ path: String) {
    found(path)
    closedDirectories[path] = ()
  }

  func foundGit(in path: String) {
    locks.found(in: path)
  }

  func resolution(ofLink path: String, in directory: String) -> PathResolution {
    links.resolve(path, in: directory)
  }

  func couldNotRead(_ path: String, _ error: SystemError) {
    unreadable[path] = error
    keepWhatWasKnown(below: path)
    if !path.isEmpty { foundClosed(path) }
    // Forgets the directory, so that a change of its attributes makes the walk read it again.
    if let directory = directories[path] {
      directories[path] = nil
      polled.remove(path)
      table.release(directory.identity, from: .content(id, path: path))
    }
  }

  func couldNotFollow(_ path: String) {
    keepWhatWasKnown(below: path)
  }
}
