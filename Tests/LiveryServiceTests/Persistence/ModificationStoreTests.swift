// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LinuxIO
import LiveryConfiguration
import Synchronization
import TestSupport
import Testing
import ThemeModel

@testable import LiveryService

@Suite struct ModificationStoreTests {
  private let directory: ScratchDirectory
  private let warnings = LogLines()

  init() throws { directory = try ScratchDirectory() }

  private static let name = "aurora.modifications.json"

  private func store(_ folder: String = "", bundleDirectory: String = "/bundle") -> ModificationStore {
    let warnings = warnings
    return ModificationStore(
      directory: directory.path + folder, bundle: "aurora", bundleDirectory: bundleDirectory,
      log: Log(level: .warning) { line in warnings.lines.withLock { $0.append(line) } })
  }

  private static func settings(_ accent: JSONValue, themes: [String] = []) -> RuntimeSettings {
    var settings = RuntimeSettings()
    settings.themes = themes
    settings.modifications.setConstant("accent", to: accent)
    settings.modifications.setStyle("button", at: ["highlighted", "color"], to: "ref://accent")
    settings.modifications.setInheritance(ofStyle: "button", to: true)
    return settings
  }

  private static let head = #""version":1,"bundle":"aurora","directory":"/bundle""#
  private static let body = #""themes":[],"modifications":{"constants":{},"styles":{}}"#

  // MARK: Keeping

  @Test func keepsWhatIsSet() throws {
    var store = store()
    #expect(store.load() == RuntimeSettings())
    for settings in [Self.settings("red", themes: ["brand", "night"]), Self.settings(["a": [1, nil, "ü\u{0}"]])] {
      try store.save(settings)
      var next = self.store()
      #expect(next.load() == settings)
      #expect(try directory.names() == [Self.name])
      #expect(try fileStatus(directory(Self.name)).mode == 0o600)
    }
    #expect(warnings.lines.withLock { $0 } == [])
  }

  @Test func keepsNothingWhenNothingIsSet() throws {
    var store = store()
    try store.save(RuntimeSettings())
    try store.save(Self.settings("red"))
    try store.save(RuntimeSettings())
    #expect(try directory.names() == [])
    var themesAlone = RuntimeSettings()
    themesAlone.themes = ["brand"]
    try store.save(themesAlone)
    #expect(store.load() == themesAlone)
  }

  /// A file that the system does not let this process read stays where it is, since its values may be good.
  @Test func whatCannotBeReadStays() throws {
    var first = store()
    try first.save(Self.settings("red"))
    var next = store()
    let loaded = interceptingSystemCalls({ $0 == .open ? .failure(.notPermitted) : .none }) { next.load() }
    #expect(loaded == RuntimeSettings())
    #expect(next.problem?.hasPrefix("the saved values of `aurora` are not in use, since the file cannot be") == true)
    #expect(try directory.names() == [Self.name])
    #expect(warnings.lines.withLock { $0.count } == 1)
    // The next start has them; a save keeps both.
    var third = store()
    #expect(third.load() == Self.settings("red"))
    try next.save(Self.settings("blue"))
    #expect(next.problem == nil)
    #expect(try directory.names() == [Self.name, Self.name + ".aside-1"])
  }

  /// A full disk is a problem in the status until a save succeeds.
  @Test func aFailedSaveIsAProblem() throws {
    var store = store()
    #expect(throws: NotSaved.self) {
      try interceptingSystemCalls({ $0 == .create ? .failure(.noSpace) : .none }) {
        try store.save(Self.settings("red"))
      }
    }
    #expect(store.problem?.contains("could not be saved") == true)
    try store.save(Self.settings("red"))
    #expect(store.problem == nil)
  }

  // MARK: Files that cannot be taken over

  /// Reads a file of this text; when it is not taken over it is moved aside whole, with one warning, and never lost.
  private func check(_ text: String, _ expected: RuntimeSettings?, _ location: SourceLocation = #_sourceLocation) throws
  {
    try directory.write("\(Self.name).aside-1", "kept")
    try directory.write(Self.name, text)
    var store = store()
    #expect(store.load() == expected ?? RuntimeSettings(), "\(text)", sourceLocation: location)
    let lines = warnings.lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
    let aside = "\(Self.name).aside-2"
    if expected == nil {
      #expect(lines.count == 1 && lines[0].contains(aside), "\(text): \(lines)", sourceLocation: location)
      #expect(try directory.text(aside) == text, sourceLocation: location)
      try directory.remove(aside)
    } else {
      #expect(lines.isEmpty, "\(text): \(lines)", sourceLocation: location)
    }
    try store.save(Self.settings("new"))
    var next = self.store()
    #expect(next.load() == Self.settings("new"), sourceLocation: location)
    #expect(try directory.text("\(Self.name).aside-1") == "kept", sourceLocation: location)
  }

  @Test func setsAsideWhatIsNoneOfItsFiles() throws {
    let (head, body) = (Self.head, Self.body)
    try check("{\(head),\(body)}", RuntimeSettings())
    try check("{\(head),\(body),\"further\":1}", RuntimeSettings())
    try check("", nil)
    try check("{", nil)
    try check("[]", nil)
    try check("{}", nil)
    try check("\u{0}", nil)
    try check("{\(head),\(body)", nil)
    try check("{\(head),\(body)}}", nil)
    try check("{\(head)}", nil)
    try check("{\(body)}", nil)
    try check(#"{\#(head),"themes":[1],"modifications":{"constants":{},"styles":{}}}"#, nil)
    try check(#"{\#(head),"themes":[],"modifications":{"constants":[],"styles":{}}}"#, nil)
    try check(#"{\#(head),"themes":[],"modifications":{"constants":{},"styles":{"a":1}}}"#, nil)
    try check(#"{"version":2,"bundle":"aurora","directory":"/bundle",\#(body)}"#, nil)
    try check(#"{"version":1,"bundle":"boreal","directory":"/bundle",\#(body)}"#, nil)
    try check(#"{"version":1,"bundle":"aurora","directory":"/elsewhere",\#(body)}"#, RuntimeSettings())
    try check(String(repeating: "[", count: 100_000), nil)
    try check("{\(head),\(body)}" + String(repeating: " ", count: ModificationStore.limit), nil)
  }

  @Test func setsAsideWhatIsNoFile() throws {
    try directory.write("elsewhere", "{\(Self.head),\(Self.body)}")
    try directory.link(Self.name, to: "elsewhere")
    var store = store()
    #expect(store.load() == RuntimeSettings())
    try directory.write("\(Self.name)/inside", "kept")
    #expect(store.load() == RuntimeSettings())
    #expect(mkfifo(directory(Self.name), 0o600) == 0)
    #expect(store.load() == RuntimeSettings())
    #expect(warnings.lines.withLock { $0.count } == 3)
    try store.save(Self.settings("red"))
    #expect(try directory.names() == [Self.name] + (1...3).map { "\(Self.name).aside-\($0)" } + ["elsewhere"])
    #expect(try directory.text("\(Self.name).aside-2/inside") == "kept")
  }

  // MARK: Stopped at any step

  private enum Step: CaseIterable { case writing, beforeTheRename, afterTheRename }

  /// The directory as a daemon leaves it that is killed while it saves.
  private func leave(_ step: Step, old: [UInt8]?, new: [UInt8]) throws {
    let temporary = ".\(Self.name).4711.1.tmp"
    if let old { try writeFileAtomically(directory(Self.name), old, mode: 0o600) }
    switch step {
    case .writing: try directory.write(temporary, String(decoding: new.dropLast(20), as: UTF8.self))
    case .beforeTheRename: try directory.write(temporary, String(decoding: new, as: UTF8.self))
    case .afterTheRename: try writeFileAtomically(directory(Self.name), new, mode: 0o600)
    }
  }

  @Test(arguments: Step.allCases) private func survivesAKill(_ step: Step) throws {
    var store = store()
    var files: [[UInt8]] = []
    for accent in ["old", "new"] as [JSONValue] {
      try store.save(Self.settings(accent))
      files.append(try readFile(directory(Self.name), limit: 1 << 16))
    }
    for old in [files[0], nil] {
      try directory.remove(Self.name)
      try leave(step, old: old, new: files[1])
      var next = self.store()
      let isNew = step == .afterTheRename
      #expect(next.load() == (isNew ? Self.settings("new") : old == nil ? RuntimeSettings() : Self.settings("old")))
      #expect(try directory.names() == (isNew || old != nil ? [Self.name] : []), "nothing is left behind")
      try next.save(Self.settings("newer"))
      #expect(next.load() == Self.settings("newer"))
    }
    #expect(warnings.lines.withLock { $0 } == [])
  }

  // MARK: What cannot be written

  private func reason(_ store: inout ModificationStore, _ settings: RuntimeSettings) -> String? {
    do throws(NotSaved) {
      try store.save(settings)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func tellsWhatCannotBeWritten() throws {
    var missing = store("/absent")
    #expect(missing.load() == RuntimeSettings())
    #expect(reason(&missing, Self.settings("red"))?.contains("No such file or directory") == true)
    #expect(reason(&missing, RuntimeSettings())?.contains("No such file or directory") == true)

    // The rename fails.
    var store = store()
    try directory.write("\(Self.name)/inside", "")
    #expect(reason(&store, Self.settings("red"))?.contains("Is a directory") == true)
    #expect(try directory.names() == [Self.name])
  }

  /// A file that could not be moved aside at the start is moved before something takes its name.
  @Test func overwritesNothingLater() throws {
    try directory.write(Self.name, "precious")
    for number in 1...9_999 { try directory.write("\(Self.name).aside-\(number)", "") }
    var store = store()
    #expect(store.load() == RuntimeSettings())
    #expect(warnings.lines.withLock { $0 }.count == 1)
    #expect(reason(&store, Self.settings("red")) != nil)
    #expect(try directory.text(Self.name) == "precious")
    try directory.remove("\(Self.name).aside-77")
    try store.save(Self.settings("red"))
    #expect(try directory.text("\(Self.name).aside-77") == "precious")
    #expect(store.load() == Self.settings("red"))
  }
}
