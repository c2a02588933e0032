// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// Every name that the kernel reads on the way along a path, through links: what must not change for the path to lead
/// where it leads.
struct PathTrail: Equatable {
  struct Step: Equatable {
    /// The directory that holds the name, absolute and without links.
    let directory: String
    let name: String
    let isLink: Bool

    var path: String { join(directory, name) }
  }

  enum End: Equatable {
    case found(FileKind, FileIdentity)
    /// The last step names nothing.
    case missing
    case failed(Errno)
  }

  /// As many links as the kernel follows.
  private static let mostLinks = 40

  private(set) var steps: [Step] = []
  private(set) var end: End = .missing
  /// Where the way ended, absolute and without links.
  private(set) var real: String

  /// The directory that holds the file at the end, when there is one.
  var fileHolder: String? {
    guard case .found(.regular, _) = end else { return nil }
    return steps.last?.directory
  }

  /// - Parameter directory: where a relative path begins, absolute and without links.
  init(of path: String, from directory: String) {
    real = directory
    var pending: [Substring] = []
    var links = 0

    func push(_ path: String) {
      if path.utf8.first == UInt8(ascii: "/") { real = "/" }
      pending += path.split(separator: "/").reversed()
    }

    push(path)
    while let next = pending.popLast() {
      if next == "." { continue }
      if next == ".." {
        real = parent(of: real)
        if real.isEmpty { real = "/" }
        continue
      }
      let name = String(next)
      let holder = real
      let full = join(holder, name)
      do throws(SystemError) {
        let status = try linkStatus(full)
        steps.append(Step(directory: holder, name: name, isLink: status.kind == .link))
        switch status.kind {
        case .link:
          links += 1
          guard links <= Self.mostLinks else { throw SystemError(call: "readlink", errno: .tooManyLinks, path: full) }
          push(try linkTarget(full))
        case .directory:
          real = full
        case .regular, .fifo, .socket, .device:
          real = full
          guard pending.isEmpty else { throw SystemError(call: "lstat", errno: .notDirectory, path: full) }
        }
      } catch {
        if error.errno == .noSuchFile {
          if steps.last?.path != full { steps.append(Step(directory: holder, name: name, isLink: false)) }
          end = .missing
        } else {
          end = .failed(error.errno)
        }
        return
      }
    }
    do throws(SystemError) {
      let status = try linkStatus(real)
      end = .found(status.kind, status.identity)
    } catch {
      end = error.errno == .noSuchFile ? .missing : .failed(error.errno)
    }
  }
}
