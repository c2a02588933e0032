// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
import ProcessIO
package import ThemeOutputs

/// The file that the path of an output leads to, in a directory that stays open.
///
/// Links are followed, so that the links of managed dotfiles stay and their targets are replaced; but no link in a directory
/// that others may write to.
package struct OutputLocation: ~Copyable {
  package let directory: HeldDirectory
  package let name: String
  /// Nil for a name that is not there.
  let status: FileStatus?

  private static let maximumLinks = 40

  /// - Parameters:
  ///   - path: absolute.
  ///   - kind: regular, or directory.
  ///   - user: the user whom the file has to belong to.
  package init(
    _ path: String, _ kind: FileKind = .regular, user: UInt32 = effectiveUser
  ) throws(OutputProblem) {
    var names = Self.names(of: path)
    guard path.utf8.first == UInt8(ascii: "/"), !names.isEmpty else {
      throw OutputProblem(
        "`\(path)` is not the path of a file", help: "write an absolute path, or one that begins with ~/")
    }
    do throws(SystemError) {
      var directory = try HeldDirectory()
      var links = 0
      while true {
        let name = names.removeFirst()
        if name == ".." || name == "." {
          guard !names.isEmpty else { throw SystemError(call: "open", errno: .isDirectory, path: path) }
          if name == ".." { directory = try directory.directory("..") }
          continue
        }
        let status = try directory.status(of: name)
        if status?.kind == .link {
          links += 1
          guard links <= Self.maximumLinks else {
            throw SystemError(call: "open", errno: .tooManyLinks, path: path)
          }
          try Self.checkLink(named: name, in: directory, user)
          let target = try directory.linkTarget(of: name)
          if target.utf8.first == UInt8(ascii: "/") { directory = try HeldDirectory() }
          names = Self.names(of: target) + names
          guard !names.isEmpty else { throw SystemError(call: "open", errno: .isDirectory, path: path) }
          continue
        }
        if names.isEmpty {
          try Self.check(status, kind, directory.path(of: name), user)
          self.directory = directory
          self.name = name
          self.status = status
          return
        }
        directory = try directory.directory(name)
      }
    } catch {
      throw OutputProblem(error)
    }
  }

  private static func names(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }

  /// A link in a directory where other users may create files could lead anywhere.
  private static func checkLink(
    named name: String, in directory: borrowing HeldDirectory, _ user: UInt32
  ) throws(SystemError) {
    let status = try directory.status()
    let isOthers = status.user != user && status.user != 0
    // Each user may be the only member of a group of the same name.
    let isOwnGroup = groupName(status.group).map { $0 == userName(user) } ?? false
    let others: UInt32 = isOwnGroup ? 0o002 : 0o022
    guard isOthers || status.mode & others != 0 else { return }
    throw SystemError(
      call: "open", errno: .notPermitted, path: directory.path(of: name),
      detail: "it is a link, in a directory that other users may write to")
  }

  private static func check(
    _ status: FileStatus?, _ kind: FileKind, _ path: String, _ user: UInt32
  ) throws(SystemError) {
    guard let status else { return }
    guard status.kind == kind else {
      let needed = kind == .directory ? "a directory" : "a regular file"
      throw SystemError(call: "open", errno: .invalidArgument, path: path, detail: "it is not \(needed)")
    }
    guard status.user == user else {
      throw SystemError(call: "open", errno: .notPermitted, path: path, detail: "it belongs to another user")
    }
  }
}

/// Calls a function, whose error becomes a problem of the output.
func orProblem<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(OutputProblem) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw OutputProblem(error)
  }
}

extension OutputProblem {
  init(_ error: SystemError) {
    self.init("\(error)", help: Self.help(for: error))
    mayPass = true
  }

  private static func help(for error: SystemError) -> String {
    switch error.errno {
    case .noSuchFile: "make the directory"
    case .noSpace: "make space on the disk; the old file is whole"
    case .accessDenied, .notPermitted: "choose a file of your own, in a directory that you may write to"
    default: "choose another place"
    }
  }
}
