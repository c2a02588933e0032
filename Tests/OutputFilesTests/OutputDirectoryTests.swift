// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import LinuxIO
import OutputFiles
import TestSupport
import Testing
import ThemeOutputs

/// Outputs over directories in every possible state.
@Suite struct OutputDirectoryTests {
  private let folder: ScratchDirectory

  init() throws { folder = try ScratchDirectory() }

  private static let one = [
    OutputContent.Part(path: "Contents.json", text: "{}\n"), OutputContent.Part(path: "a.set/c", text: "1\n"),
  ]
  private static let two = [
    OutputContent.Part(path: "Contents.json", text: "{}\n"), OutputContent.Part(path: "b.set/c", text: "2\n"),
  ]

  /// - Parameters:
  ///   - expected: the outcome; nil for an error.
  ///   - files: all files in the directory then, but for the list.
  private func check(
    _ parts: [OutputContent.Part], overwrites: Bool = false, _ expected: WriteOutcome?, _ files: [String],
    at path: String = "catalog", _ location: SourceLocation = #_sourceLocation
  ) throws {
    let directory = OutputDirectory(path: folder(path), overwrites: overwrites)
    do throws(OutputProblem) {
      #expect(try directory.write(parts) == expected, sourceLocation: location)
    } catch {
      #expect(expected == nil, "\(error)", sourceLocation: location)
    }
    var found: [String] = []
    let walk = FileManager.default.enumerator(atPath: folder(path))
    while let name = walk?.nextObject() as? String {
      if walk?.fileAttributes?[.type] as? FileAttributeType != .typeDirectory { found.append(name) }
    }
    #expect(found.filter { $0 != ".livery-files" }.sorted() == files, sourceLocation: location)
  }

  @Test func filesComeAndGo() throws {
    try check(Self.one, .written, ["Contents.json", "a.set/c"])
    try check(Self.one, .unchanged, ["Contents.json", "a.set/c"])
    #expect(OutputDirectory(path: folder("catalog"), overwrites: false).isOurs)
    try check(Self.two, .written, ["Contents.json", "b.set/c"])
    #expect(try folder.names(in: "catalog") == [".livery-files", "Contents.json", "b.set"])
    // Files that people put beside ours stay, with their directory.
    try folder.write("catalog/b.set/mine", "x")
    try check(Self.one, .written, ["Contents.json", "a.set/c", "b.set/mine"])
  }

  @Test func abandonedTemporariesGo() throws {
    try check(Self.one, .written, ["Contents.json", "a.set/c"])
    let abandoned = ["..livery-files.livery-abc123", ".Contents.json.livery-abc123", "a.set/.c.livery-abc123"]
    let foreign = ["a.set/.c.livery-mine", "a.set/.d.livery-abc123"]
    for name in abandoned + foreign { try folder.write("catalog/\(name)", "half") }
    OutputDirectory(path: folder("catalog"), overwrites: false).removeAbandonedTemporaries()
    try check(Self.one, .unchanged, ["Contents.json"] + foreign + ["a.set/c"])
  }

  @Test func theListIsThatOfSha256sum() throws {
    try check(Self.one, .written, ["Contents.json", "a.set/c"])
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    process.currentDirectoryURL = URL(fileURLWithPath: folder("catalog"))
    process.arguments = ["--check", "--quiet", "--strict", ".livery-files"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func filesOfPeopleStay() throws {
    // A directory with anything in it that is not ours.
    try folder.write("catalog/mine", "x")
    try check(Self.one, nil, ["mine"])
    try check(Self.one, overwrites: true, .written, ["Contents.json", "a.set/c", "mine"])
    // A file of ours that was changed by hand: nothing at all is written.
    try folder.write("catalog/Contents.json", "changed")
    try check(Self.two.map { .init(path: $0.path, text: $0.text + "new") }, nil, ["Contents.json", "a.set/c", "mine"])
    #expect(try folder.text("catalog/Contents.json") == "changed")
    try check(
      Self.one, overwrites: true, .written, ["Contents.json", "Contents.json.before-livery", "a.set/c", "mine"])
    #expect(try folder.text("catalog/Contents.json.before-livery") == "changed")
    // One that is to be removed, but was changed, stays.
    try folder.write("catalog/a.set/c", "changed")
    try check(
      Self.two, .written, ["Contents.json", "Contents.json.before-livery", "a.set/c", "b.set/c", "mine"])
  }

  /// A forged list names nothing outside of the directory.
  @Test func listsThatLeadOut() throws {
    let digest = OutputFile.digest(of: Array("x".utf8))
    for name in ["../mine", "/etc/hostname", "a/../../mine", ".livery-files", ""] {
      try folder.write("mine", "x")
      try folder.write("catalog/.livery-files", "\(digest)  \(name)\n\(digest)  old\nshort\n")
      try folder.write("catalog/old", "x")
      try check(Self.one, .written, ["Contents.json", "a.set/c"])
      #expect(try folder.text("mine") == "x", "\(name)")
      try check([], .written, [])
    }
  }

  @Test func linksAreNotFollowed() throws {
    try check(Self.one, .written, ["Contents.json", "a.set/c"])
    try folder.write("elsewhere/c", "1\n")
    try FileManager.default.removeItem(atPath: folder("catalog/a.set"))
    try folder.link("catalog/a.set", to: folder("elsewhere"))
    try check(Self.one.map { .init(path: $0.path, text: $0.text + "new") }, nil, ["Contents.json", "a.set"])
    #expect(try folder.text("elsewhere/c") == "1\n")
    // A link in the place of the directory itself is that of the user.
    try folder.link("linked", to: folder("elsewhere"))
    #expect(throws: OutputProblem.self) {
      try OutputDirectory(path: folder("linked/"), overwrites: false).write(Self.one)
    }
    #expect(try folder.names(in: "elsewhere") == ["c"])
  }

  /// A disk that is full at any step loses nothing, and the next write completes the directory.
  @Test func aFullDisk() throws {
    try check(Self.one, .written, ["Contents.json", "a.set/c"])
    let directory = OutputDirectory(path: folder("catalog"), overwrites: false)
    for call in [SystemCall.create, .write, .rename, .mkdir] {
      for count in 1...4 {
        var remaining = count
        _ = try? interceptingSystemCalls({
          guard $0 == call else { return .none }
          remaining -= 1
          return remaining == 0 ? .failure(.noSpace) : .none
        }) { _ = try directory.write(Self.two) }
        _ = try directory.write(Self.one)
        try check(Self.one, .unchanged, ["Contents.json", "a.set/c"])
      }
    }
  }
}
