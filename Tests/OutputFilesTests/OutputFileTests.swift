// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import LinuxIO
import OutputFiles
import TestSupport
import Testing
import ThemeOutputs

/// Outputs over files in every possible state.
@Suite struct OutputFileTests {
  private let folder: ScratchDirectory
  private let kitty: OutputFormat

  init() throws {
    folder = try ScratchDirectory()
    kitty = try #require(OutputFormat.all.first { $0.name == "kitty" })
  }

  /// Those that the next program would read.
  private var digests: OutputDigests { OutputDigests(in: folder("state")) }

  private func marked(_ text: String) -> [UInt8] { Mark.marked(text, kitty) }

  /// - Parameters:
  ///   - expected: the outcome, or words of the error.
  ///   - names: the names in the directory then.
  private func check(
    _ name: String, _ bytes: [UInt8], overwrites: Bool = false, hasMark: Bool = true,
    _ expected: Result<WriteOutcome, OutputProblem>, _ names: [String],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let file = OutputFile(path: folder(name), overwrites: overwrites)
    do throws(OutputProblem) {
      var digests = digests
      let outcome = try file.write(bytes, hasMark: hasMark, &digests)
      #expect(.success(outcome) == expected, sourceLocation: location)
    } catch {
      guard case .failure(let wanted) = expected else {
        Issue.record("\(error)", sourceLocation: location)
        return
      }
      #expect(error.message.contains(wanted.message) && error.help == wanted.help, "\(error)", sourceLocation: location)
    }
    #expect(try folder.names() == names, sourceLocation: location)
  }

  private func failure(_ message: String, _ help: String) -> Result<WriteOutcome, OutputProblem> {
    .failure(OutputProblem(message, help: help))
  }

  private static let foreignHelp =
    "with `--force`, or `\"overwrite\": true` in the configuration, it is kept as a.before-livery, or with a number behind that name"
  private static let placeHelp = "choose a file of your own, in a directory that you may write to"

  @Test func filesOfAllKinds() throws {
    // Nothing, an empty file, and our own.
    try check("a", marked("1\n"), .success(.written), ["a"])
    try check("a", marked("1\n"), .success(.unchanged), ["a"])
    try check("a", marked("2\n"), .success(.written), ["a"])
    try folder.write("a", "")
    try check("a", marked("3\n"), .success(.written), ["a"])
    // A line of an editor above the mark, and a change of the rest.
    let text = try folder.text("a")
    try folder.write("a", "# vim: ft=conf\n\(text)")
    try check("a", marked("4\n"), failure("a is not overwritten", Self.foreignHelp), ["a"])
    try folder.write("a", text + "mine\n")
    try check("a", marked("4\n"), failure("a is not overwritten", Self.foreignHelp), ["a"])
    try check("a", marked("4\n"), overwrites: true, .success(.written), ["a", "a.before-livery"])
    #expect(try folder.text("a.before-livery") == text + "mine\n")
    // A kept file stays kept. A reset does not lose a change by hand.
    try folder.write("a", "by hand\n")
    #expect(throws: OutputProblem.self) {
      try OutputFile(path: folder("a"), overwrites: false).restore(digests)
    }
    try folder.write("a", "other\n")
    try check("a", marked("5\n"), overwrites: true, .success(.written), ["a", "a.before-livery", "a.before-livery-2"])
    #expect(try folder.text("a.before-livery") == text + "mine\n")
    #expect(try folder.text("a.before-livery-2") == "other\n")
    // A version that is kept is not kept twice.
    try folder.write("a", "other\n")
    try check(
      "a", marked("6\n"), overwrites: true, .success(.written), ["a", "a.before-livery", "a.before-livery-2"])
    #expect(try OutputFile(path: folder("a"), overwrites: false).restore(digests))
    #expect(try folder.text("a") == text + "mine\n")
    #expect(try folder.names() == ["a", "a.before-livery-2"])
    #expect(try !OutputFile(path: folder("a"), overwrites: false).restore(digests))
    try folder.remove("a.before-livery-2")
    // A directory that is missing, and one in place of the file.
    try check("b/a", [1], failure("b: No such file or directory", "make the directory"), ["a"])
    try folder.write("c/a", "x")
    try check("c", [1], failure("it is not a regular file", "choose another place"), ["a", "c"])
    #expect(mkfifo(folder("d"), 0o600) == 0)
    try check("d", [1], failure("it is not a regular file", "choose another place"), ["a", "c", "d"])
  }

  @Test func linksStayAndLeadOnlyWhereTheUserSaid() throws {
    try folder.write("dotfiles/kitty.conf", "")
    try folder.link("kitty.conf", to: "dotfiles/kitty.conf")
    try check("kitty.conf", marked("1\n"), .success(.written), ["dotfiles", "kitty.conf"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("kitty.conf")) == "dotfiles/kitty.conf")
    #expect(try folder.names(in: "dotfiles") == ["kitty.conf"])
    // A directory may be a link, too, and the target may be missing yet.
    try folder.link("config", to: folder("dotfiles"))
    try check("config/new", marked("1\n"), .success(.written), ["config", "dotfiles", "kitty.conf"])
    try folder.link("loop", to: "loop")
    try check(
      "loop", [1], failure("Too many levels of symbolic links", "choose another place"),
      ["config", "dotfiles", "kitty.conf", "loop"])
    // A link where others may put one.
    #expect(chmod(folder.path, 0o777) == 0)
    try check(
      "kitty.conf", marked("2\n"), failure("in a directory that other users may write to", Self.placeHelp),
      ["config", "dotfiles", "kitty.conf", "loop"])
    #expect(chmod(folder.path, 0o1777) == 0)
    try check(
      "config/new", marked("2\n"), failure("in a directory that other users may write to", Self.placeHelp),
      ["config", "dotfiles", "kitty.conf", "loop"])
  }

  @Test func modesStay() throws {
    try check("a", marked("1\n"), .success(.written), ["a"])
    #expect(try fileStatus(folder("a")).mode == 0o666 & ~mode_t(currentMask()))
    #expect(chmod(folder("a"), 0o640) == 0)
    try check("a", marked("2\n"), .success(.written), ["a"])
    #expect(try fileStatus(folder("a")).mode == 0o640)
  }

  private func currentMask() -> mode_t {
    let mask = umask(0o022)
    umask(mask)
    return mask
  }

  /// A disk that is full at any step leaves the old file whole, and nothing else.
  @Test func aFullDiskLeavesTheOldFile() throws {
    try check("a", marked("1\n"), .success(.written), ["a"])
    let before = try folder.text("a")
    for call in [SystemCall.create, .write, .fchmod, .rename] {
      let file = OutputFile(path: folder("a"), overwrites: false)
      // The same words each time, so that they are reported once.
      var expected = OutputProblem(
        "\(folder("a")): No space left on device", help: "make space on the disk; the old file is whole")
      expected.mayPass = true
      #expect(throws: expected) {
        var digests = digests
        try interceptingSystemCalls({ $0 == call ? .failure(.noSpace) : .none }) {
          _ = try file.write(marked("2\n"), hasMark: true, &digests)
        }
      }
      #expect(try folder.text("a") == before, "\(call)")
      #expect(try folder.names() == ["a"], "\(call)")
    }
  }

  /// The longest names, whose temporary names are cut; of these, none is left behind.
  @Test func longNames() throws {
    for name in [String(repeating: "n", count: 255), String(repeating: "é", count: 127)] {
      try check(name, marked("1\n"), .success(.written), [name])
      try check(name, marked("2\n"), .success(.written), [name])
      let cut = name.prefix { _ in true }.prefix(206 / name.first!.utf8.count)
      try folder.write(".\(cut).livery-abc123", "half")
      let kitty = try #require(OutputFormat.all.first { $0.name == "kitty" })
      OutputTarget(path: folder(name), format: kitty, overwrites: false).removeAbandonedTemporaries()
      #expect(try folder.names() == [name])
      try FileManager.default.removeItem(atPath: folder(name))
    }
  }

  @Test func abandonedTemporariesGo() throws {
    try folder.write(".a.livery-abc123", "half")
    try folder.write(".a.livery-mine", "not ours")
    try folder.write(".b.livery-abc123", "of another file")
    let kitty = try #require(OutputFormat.all.first { $0.name == "kitty" })
    OutputTarget(path: folder("a"), format: kitty, overwrites: false).removeAbandonedTemporaries()
    #expect(try folder.names() == [".a.livery-mine", ".b.livery-abc123"])
  }

  @Test func filesOfOthers() throws {
    try folder.write("a", "")
    let others = try OutputLocation(folder("a")).name
    #expect(others == "a")
    #expect {
      _ = try OutputLocation(folder("a"), user: effectiveUser + 1)
    } throws: { error in
      (error as? OutputProblem)?.message.contains("it belongs to another user") == true
    }
  }

  @Test func filesWithoutAMark() throws {
    let (first, second) = (Array("{}".utf8), Array("{1}".utf8))
    try check("a", first, hasMark: false, .success(.written), ["a", "state"])
    try check("a", second, hasMark: false, .success(.written), ["a", "state"])
    try folder.write("a", "by hand")
    try check("a", first, hasMark: false, failure("a is not overwritten", Self.foreignHelp), ["a", "state"])
    // The last content but one is one that somebody put back.
    try folder.write("a", "{}")
    try check("a", second, hasMark: false, failure("a is not overwritten", Self.foreignHelp), ["a", "state"])
  }

  /// A program that ends at any call leaves a file that the next one overwrites.
  @Test func digestsOfAKilledProgram() throws {
    let file = OutputFile(path: folder("a"), overwrites: false)
    var first = digests
    _ = try file.write(Array("0".utf8), hasMark: false, &first)
    var contents: Set<String> = []
    for count in 0..<12 {
      var (killed, next, left) = (digests, digests, count)
      try? interceptingSystemCalls({ call in
        guard [.create, .write, .rename, .exchange].contains(call) else { return .none }
        left -= 1
        return left < 0 ? .failure(.noSpace) : .none
      }) {
        _ = try file.write(Array("new \(count)".utf8), hasMark: false, &killed)
      }
      contents.insert(try folder.text("a"))
      next = digests
      #expect(try file.write(Array("next \(count)".utf8), hasMark: false, &next) == .written, "\(count)")
    }
    // Some ended before the file was written, and some after that.
    #expect(contents.contains { $0.hasPrefix("new") } && contents.contains { !$0.hasPrefix("new") })
  }

  @Test func digestsAreKept() throws {
    var digests = digests
    #expect(!digests.has("1234", of: "/a"))
    try digests.set("1234", for: "/a")
    #expect(self.digests.has("1234", of: "/a"))
    // Two programs that write files at the same time.
    var others = self.digests
    try digests.set("5678", for: "/b")
    try others.set("9abc", for: "/c")
    #expect(self.digests.has("5678", of: "/b"))
    // While a content is written, the last one counts, too.
    try others.expect("def0", for: "/b")
    #expect(self.digests.has("5678", of: "/b") && self.digests.has("def0", of: "/b"))
    try others.set("def0", for: "/b")
    #expect(!self.digests.has("5678", of: "/b") && self.digests.has("def0", of: "/b"))
    try folder.write("state/livery/outputs.json", "{ broken")
    #expect(!self.digests.has("1234", of: "/a"))
  }

  @Test func partialsLieBesideTheTemplate() throws {
    try folder.write("t.mustache", "a {{>part}} {{>other.txt}}")
    try folder.write("part.mustache", "b")
    try folder.write("other.txt", "c")
    _ = try Template(file: folder("t.mustache"))
    func check(_ text: String, _ expected: String) throws {
      try folder.write("t.mustache", text)
      #expect {
        _ = try Template(file: folder("t.mustache"))
      } throws: { error in
        (error as? OutputProblem)?.message == "\(folder("t.mustache")): \(expected)"
      }
    }
    try check("{{>missing}}", "the partial `missing` is missing")
    try check("{{>../part}}", "`../part` is not the plain name of a file")
    try check("{{>.part}}", "`.part` is not the plain name of a file")
    #expect(throws: OutputProblem.self) { _ = try Template(file: folder("none")) }
  }
}
