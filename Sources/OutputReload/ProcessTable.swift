// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// The processes of one user, as proc(5) shows them.
struct ProcessTable {
  /// The directory of processes; a directory of the test's own in tests.
  let root: String
  let user: UInt32

  init(root: String = "/proc", user: UInt32 = effectiveUser) {
    self.root = root
    self.user = user
  }

  /// The maximum of entries that are read.
  private static let maximumProcesses = 65_536

  /// The numbers of the processes that run a program.
  func processes(running program: String) -> [Int32] {
    all.filter { $0.program == program }.map(\.process)
  }

  /// All processes with the names of their programs.
  var all: [(process: Int32, program: String)] {
    let entries = (try? listDirectory(root)) ?? []
    return entries.prefix(Self.maximumProcesses).compactMap { entry in
      Int32(entry.name).flatMap { process in name(of: process).map { (process, $0) } }
    }
  }

  /// The name of the program of a process of this user: the last part of its file's path. Nil for processes of other users.
  func name(of process: Int32) -> String? {
    guard let status = try? fileStatus("\(root)/\(process)"), status.user == user,
      let path = try? linkTarget("\(root)/\(process)/exe")
    else { return nil }
    // The file was replaced by a newer version since.
    let deleted = " (deleted)"
    let file = path.hasSuffix(deleted) ? String(path.dropLast(deleted.utf8.count)) : path
    return splitPath(file).name
  }

  /// The arguments after the name of the program. Nil when they cannot be read.
  func arguments(of process: Int32) -> [String]? {
    guard let bytes = try? readKernelFile("\(root)/\(process)/cmdline", limit: 1 << 16) else { return nil }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropFirst().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Whether every thread of a process blocks or catches a signal, so that it does not die of it.
  func isReady(_ process: Int32, for signal: Int32) -> Bool {
    guard let threads = try? listDirectory("\(root)/\(process)/task"), !threads.isEmpty else { return false }
    return threads.allSatisfy { thread in
      guard let bytes = try? readKernelFile("\(root)/\(process)/task/\(thread.name)/status", limit: 1 << 14) else {
        return false
      }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      return ["SigBlk:", "SigCgt:"].contains { label in
        guard let line = lines.first(where: { $0.hasPrefix(label) }),
          let mask = UInt64(line.dropFirst(label.utf8.count).filter { $0.isHexDigit }, radix: 16)
        else { return false }
        return mask & 1 << UInt64(signal - 1) != 0
      }
    }
  }

  /// Whether a process is a copy of one that runs a program: its parent does, and it has not executed a file since the fork.
  ///
  /// It has the masks of its parent until it sets its own. A program that goes to the background is none, since the parent ends.
  /// proc_pid_stat(5) has the parent's number and the flags of the kernel behind the name, which itself may have parentheses.
  func isCopy(_ process: Int32, of program: String) -> Bool {
    guard let bytes = try? readKernelFile("\(root)/\(process)/stat", limit: 1 << 12),
      let nameEnd = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return false }
    let fields = String(decoding: bytes[(nameEnd + 1)...], as: UTF8.self).split(separator: " ")
    guard fields.count > 6, let parent = Int32(fields[1]), let flags = UInt64(fields[6]) else { return false }
    let hasNotExecuted: UInt64 = 0x40
    return flags & hasNotExecuted != 0 && name(of: parent) == program
  }
}
