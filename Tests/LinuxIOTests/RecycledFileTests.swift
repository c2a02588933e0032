// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import LinuxIO

@Suite struct RecycledFileTests {
  let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
  }

  private var file: RecycledFile { RecycledFile(directory("f"), mode: 0o600, .init(files: 2)) }

  /// The hidden files of the directory.
  private func spares() throws -> [String] { try directory.names().filter { $0.hasPrefix(".") } }

  /// Replaces the file by each text, nil for a removal, and compares it after each step.
  private func write(_ texts: [String?], to file: RecycledFile) throws {
    for text in texts {
      if let text { try file.replace(with: Array(text.utf8)) } else { try file.remove() }
      #expect((try? directory.text("f")) == text)
      #expect(try spares().count <= 1)
    }
  }

  @Test(arguments: [
    ["one", "two"], ["one", nil, "two"], ["a long one", "short", "s", "a longer one again"], [nil, "one", nil, nil],
    ["one", nil, "", "two", "", nil, "three"],
  ])
  func hasTheLastContent(_ texts: [String?]) throws {
    let file = file
    try write(texts, to: file)
    if texts.last != .some(nil) {
      let status = try fileStatus(directory("f"))
      #expect(status.mode == 0o600)
      #expect(status.linkCount == 1)
    }
  }

  @Test func twoFilesTakeTurns() throws {
    let file = file
    var identities: [FileIdentity] = []
    for text in ["one", "two", "three", nil, "four", nil, "five", "six"] {
      try write([text], to: file)
      if text != nil { identities.append(try fileStatus(directory("f")).identity) }
    }
    #expect(identities[0] == identities[2])
    // The removed one was the first; the second was the spare, which the next content gets.
    #expect(identities[3] == identities[1])
    #expect(identities[4] == identities[3])
    #expect(Set(identities.prefix(5)).count == 2)
  }

  @Test func theSpareGoesWithTheObject() throws {
    do {
      let file = file
      try write(["one", "two"], to: file)
      #expect(try spares().count == 1)
    }
    #expect(try directory.names() == ["f"])
  }

  /// After any failure the file has the content of before, and no other file is left.
  @Test(
    arguments: [
      ([.write], ["one"]), ([.write], ["one", "two"]), ([.write], ["one", nil]), ([.ftruncate], ["a long one", "two"]),
      ([.lseek], ["one", "two"]), ([.create], ["one"]), ([.fchmod], ["one"]),
      ([.exchange, .exchange, .rename], ["one"]),
      ([.exchange, .exchange, .rename], ["one", "two"]), ([.rename], ["one", nil]),
    ] as [([SystemCall], [String?])])
  func aFailureChangesNothing(_ calls: [SystemCall], after texts: [String?]) throws {
    let file = file
    try write(texts, to: file)
    var rest = calls
    let error = interceptingSystemCalls({ call in
      guard rest.first == call else { return .none }
      rest.removeFirst()
      return .failure(Errno(rawValue: ENOSPC))
    }) {
      failure { () throws(SystemError) in try file.replace(with: Array("new".utf8)) }
    }
    #expect(rest.isEmpty, "each was called")
    #expect(error?.errno == .noSpace)
    #expect((try? directory.text("f")) == texts.last ?? nil)
    #expect(try spares() == [])
    try write(["new", nil, "newer"], to: file)
  }

  /// What other programs do with the names: their files keep their content, and no file with a further name is written into.
  @Test(arguments: [
    "rm f", "mv f g", "ln f g", "rm f && mkdir f", "printf theirs > g && mv g f", "rm .f*", "ln .f* g",
    "for s in .f*; do printf theirs > g && mv g $s; done", "rm f && ln -s g f && printf theirs > g",
  ])
  func othersAreLeftAlone(_ command: String) throws {
    for texts in [["one", "two"], ["one", nil]] as [[String?]] {
      let directory = try ScratchDirectory()
      let file = RecycledFile(directory("f"), mode: 0o600, .init(files: 2))
      for text in texts { if let text { try file.replace(with: Array(text.utf8)) } else { try file.remove() } }
      _ = system("cd \(directory("")) && (\(command)) 2>/dev/null")
      let theirs = try? directory.text("g")
      let isDirectory = (try? linkStatus(directory("f")).kind) == .directory
      let error = failure { () throws(SystemError) in try file.replace(with: Array("new".utf8)) }
      #expect(error?.errno == (isDirectory ? .isDirectory : nil), "\(command)")
      if isDirectory { try directory.remove("f") }
      try file.replace(with: Array("newer".utf8))
      #expect(try directory.text("f") == "newer", "\(command)")
      #expect(try linkStatus(directory("f")).kind == .regular, "\(command)")
      #expect((try? directory.text("g")) == theirs, "\(command)")
      try file.remove()
      #expect((try? linkStatus(directory("f"))) == nil, "\(command)")
      #expect((try? directory.text("g")) == theirs, "\(command)")
    }
  }

  @Test func aLargeFileIsNotKept() throws {
    let file = file
    let large = String(repeating: "x", count: RecycledFile.maximumKeptSize + 1)
    for texts in [[large, nil], [large, "small"]] {
      try write(texts, to: file)
      #expect(try spares() == [])
    }
    try write(["small", "again"], to: file)
    #expect(try spares().count == 1)
  }

  /// With many objects, only some files stay open.
  @Test func manyObjectsKeepFewFiles() throws {
    let budget = RecycledFile.Budget(files: 5)
    let files = (0..<20).map { RecycledFile(directory("f\($0)"), mode: 0o600, budget) }
    for text in ["one", "two", "three", "four"] {
      for file in files { try file.replace(with: Array(text.utf8)) }
      for file in files { #expect(try readFile(file.path, limit: 9) == Array(text.utf8)) }
      #expect(try spares().count <= budget.files)
      #expect(try openFiles() <= budget.files)
    }
    for file in files { try file.remove() }
    #expect(try directory.names() == spares())
    #expect(try openFiles() <= budget.files)
  }

  /// The number of descriptors of this process for files of the directory.
  private func openFiles() throws -> Int {
    let own = try #require(realpath(directory(""), nil).map { String(cString: $0) })
    return try listDirectory("/proc/self/fd").filter { entry in
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let size = Glibc.readlink("/proc/self/fd/\(entry.name)", &target, target.count)
      return size > 0
        && String(decoding: target.prefix(size).map(UInt8.init(bitPattern:)), as: UTF8.self).hasPrefix(own)
    }.count
  }
}
