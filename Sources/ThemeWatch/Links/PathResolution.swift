// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// The resolution of a path as the kernel does it, with all names that it reads on the way. The path leads to the same file
/// while these names stay the same.
struct PathResolution: Equatable {
  struct Step: Equatable {
    /// The directory of the name, absolute and without links.
    @Bytewise private(set) var directory: String
    @Bytewise private(set) var name: String
    let isLink: Bool

    var path: String { join(directory, name) }
  }

  enum End: Equatable {
    case found(FileKind, FileIdentity)
    /// The last name does not exist.
    case missing
    case failed(Errno)
  }

  /// The limit of the kernel.
  private static let maximumLinks = 40

  private(set) var steps: [Step] = []
  private(set) var end: End = .missing
  /// The end of the resolution, absolute and without links.
  @Bytewise private(set) var real: String

  /// The directory of the file at the end. Nil if the path does not end at a regular file.
  var fileHolder: String? {
    guard case .found(.regular, _) = end else { return nil }
    return steps.last?.directory
  }

  /// - Parameter directory: the start of a relative path, absolute and without links.
  init(of path: String, from directory: String) {
    real = directory
    var pending: [String] = []
    var links = 0

    func push(_ path: String) {
      if path.utf8.first == UInt8(ascii: "/") { real = "/" }
      // Splits bytes, since a slash and a combining mark after it are one `Character`.
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
          guard links <= Self.maximumLinks else {
            throw SystemError(call: "readlink", errno: .tooManyLinks, path: full)
          }
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
