// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// Every name that the kernel reads on the way along a path, through links: what must not change for the path to lead
/// where it leads.
struct PathTrail: Equatable {
  struct Step: Equatable {
    /// The directory that holds the name, absolute and without links.
    @Bytewise private(set) var directory: String
    @Bytewise private(set) var name: String
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
  @Bytewise private(set) var real: String

  /// The directory that holds the file at the end, when there is one.
  var fileHolder: String? {
    guard case .found(.regular, _) = end else { return nil }
    return steps.last?.directory
  }

  /// - Parameter directory: where a relative path begins, absolute and without links.
  init(of path: String, from directory: String) {
    real = directory
    var pending: [String] = []
    var links = 0

    func push(_ path: String) {
      if path.utf8.first == UInt8(ascii: "/") { real = "/" }
      // Bytes, since a slash and a combining mark behind it are one character.
      pending += path.utf8.split(separator: UInt8(ascii: "/")).reversed().map { String(Substring($0)) }
    }

    push(path)
    while let name = pending.popLast() {
      if name == "." { continue }
      if name == ".." {
        real = parent(of: real)
        if real.isEmpty { real = "/" }
        continue
      }
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
          if Bytewise(steps.last?.path) != Bytewise(full) {
            steps.append(Step(directory: holder, name: name, isLink: false))
          }
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
