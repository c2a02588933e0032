// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// Values that a slip holds back, as an author and an operator see them: by the commands, over restarts, with a consumer
/// that is connected.
@Suite(.serialized) final class LastGoodCommandTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("aurora/theme.inc.json", #"{ "themes": ["colors.json", "button.json"] }"#)
    try folder.write("aurora/colors.json", ##"{ "accent": "#ff0000", "gap": 4 }"##)
    try folder.write("aurora/button.json", #"{ "button": { "color": "ref://accent", "margin": "ref://gap" } }"#)
  }

  private func daemon() throws -> Program {
    let daemon = try Program(
      Program.built("liveryd"),
      ["--socket", folder("s"), "--state-dir", folder("state"), "--log-level", "error", folder("aurora")])
    let first = try Program(livery, ["subscribe", "--socket", folder("s"), "--reconnect", "--count", "1"])
    #expect(try first.event()["event"] == "snapshot")
    return daemon
  }

  /// Runs a command to its end. Returns its output.
  private func output(_ arguments: String..., code: Int32 = 0) throws -> String {
    let program = try Program(livery, arguments)
    let (output, end) = program.outputAndEnd()
    #expect(end.code == code, "\(arguments): \(end.errors)")
    return output
  }

  /// The bundle as the daemon serves it, once it has seen all that was written.
  private func served() throws -> JSONValue {
    _ = try output("sync", "--socket", folder("s"))
    let text = try output("subscribe", "--socket", folder("s"), "--count", "1")
    return try #require(try JSONValue(parsing: Array(text.utf8))["snapshot"])
  }

  private enum Slip: CaseIterable {
    case cutOff, rootGone, misspelt, fileGone, directoryUnreadable

    func make(in folder: ScratchDirectory) throws {
      switch self {
      case .cutOff: try folder.write("aurora/colors.json", ##"{ "accent": "#ff0000", "ga"##)
      case .rootGone: try FileManager.default.removeItem(atPath: folder("aurora/theme.inc.json"))
      case .misspelt:
        try folder.write("aurora/button.json", #"{ "button": { "color": "ref://acent", "margin": "ref://gap" } }"#)
      case .fileGone: try FileManager.default.removeItem(atPath: folder("aurora/colors.json"))
      case .directoryUnreadable:
        // Root can read every directory, so that a file stands in its place.
        try FileManager.default.removeItem(atPath: folder("aurora/colors.json"))
        try folder.write("aurora/colors.json/x", "")
      }
    }
  }

  /// A theme that is gone or cut off serves the program that asked for it, however often the daemon starts before it is back, also
  /// while no program asks for it.
  @Test(arguments: [true, false]) func aLostThemeOutlivesTwoRestarts(isGone: Bool) throws {
    func theme(_ number: Int) -> String {
      "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>a</key><integer>\(number)</integer></dict></plist>"
    }
    try FileManager.default.removeItem(atPath: folder("aurora"))
    try folder.write("aurora/default.plist", theme(1))
    try folder.write("aurora/night.plist", theme(2))
    func value() throws -> JSONValue? {
      let program = try Program(livery, ["subscribe", "--socket", folder("s"), "--theme", "night", "--count", "1"])
      let (output, end) = program.outputAndEnd()
      #expect(end.code == 0, "\(end.errors)")
      return try JSONValue(parsing: Array(output.utf8))["snapshot"]?["constants"]?["a"]
    }
    var daemon = try daemon()
    let program = try Program(livery, ["subscribe", "--socket", folder("s"), "--theme", "night", "--reconnect"])
    #expect(try program.event()["snapshot"]?["constants"]?["a"] == 2)
    if isGone {
      try FileManager.default.removeItem(atPath: folder("aurora/night.plist"))
    } else {
      try folder.write("aurora/night.plist", "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>a")
    }
    #expect(try program.event()["diagnostics"]?.array?.first?["heldBack"] == true)
    program.interrupt()
    _ = program.end()
    for asks in [true, false, true] {
      daemon.kill()
      daemon = try self.daemon()
      if asks { #expect(try value() == 2) }
    }
    try folder.write("aurora/night.plist", theme(3))
    _ = try output("sync", "--socket", folder("s"))
    #expect(try value() == 3)
    #expect(!FileManager.default.fileExists(atPath: folder("state/aurora.held.json")))
    daemon.kill()
  }

  /// The file of a held state keeps a hidden name for the next one, until the daemon ends or is killed.
  @Test func noHiddenFileOutlivesTheDaemon() throws {
    func hidden() throws -> [String] { try folder.names(in: "state").filter { $0.hasPrefix(".aurora.held") } }
    func hold() throws {
      let text = try folder.text("aurora/button.json")
      try Slip.misspelt.make(in: folder)
      #expect(try served()["held"] == 1)
      try folder.write("aurora/button.json", text)
      #expect(try served()["held"] == nil)
      #expect(try hidden().count == 1)
    }
    var daemon = try daemon()
    try hold()
    daemon.interrupt()
    #expect(daemon.end().code == 0)
    #expect(try hidden() == [])
    daemon = try self.daemon()
    try hold()
    daemon.kill()
    daemon = try self.daemon()
    #expect(try hidden() == [])
    daemon.kill()
  }

  /// `touch theme.inc.json`, by which a start would read the bundle as one of Redbeard.
  @Test func aFileWithTheNameOfAnotherDialect() throws {
    func tokens(_ number: Int) -> String { #"{ "gap": { "$type": "number", "$value": \#(number) } }"# }
    try FileManager.default.removeItem(atPath: folder("aurora"))
    try folder.write("aurora/app.tokens.json", tokens(4))
    var daemon = try daemon()
    try folder.write("aurora/theme.inc.json", "")
    #expect(try served()["constants"]?["gap"] == 4)
    daemon.kill()
    daemon = try self.daemon()
    try folder.write("aurora/app.tokens.json", tokens(5))
    let held = try served()
    #expect(held["dialect"] == "tokens" && held["constants"]?["gap"] == 5)
    #expect(held["diagnostics"]?.array?.first?["heldBack"] == true)
    try folder.write("aurora/red.json", #"{ "gap": 6 }"#)
    try folder.write("aurora/theme.inc.json", #"{ "themes": ["red.json"] }"#)
    let red = try served()
    #expect(red["dialect"] == "redbeard" && red["constants"]?["gap"] == 6)
    daemon.kill()
  }

  /// Nothing is left by which the bundle would be recognised.
  @Test func aBundleWithoutItsFileOutlivesTwoRestarts() throws {
    try FileManager.default.removeItem(atPath: folder("aurora"))
    try folder.write("aurora/app.tokens.json", #"{ "gap": { "$type": "number", "$value": 4 } }"#)
    var daemon = try daemon()
    try FileManager.default.removeItem(atPath: folder("aurora/app.tokens.json"))
    #expect(try served()["constants"]?["gap"] == 4)
    for _ in 0..<2 {
      daemon.kill()
      daemon = try self.daemon()
      #expect(try served()["constants"]?["gap"] == 4)
    }
    daemon.kill()
  }

  @Test func tokensOfAWrongShapeOutliveARestart() throws {
    try FileManager.default.removeItem(atPath: folder("aurora"))
    func write(_ gap: String, _ size: String) throws {
      try folder.write("aurora/app.tokens.json", #"{ "gap": \#(gap), "size": \#(size) }"#)
    }
    try write(#"{ "$type": "number", "$value": 4 }"#, #"{ "s": { "$type": "number", "$value": 8 } }"#)
    var daemon = try daemon()
    try write("5", "[]")
    for _ in 0..<2 {
      let served = try served()
      #expect(served["constants"] == ["gap": 4, "size.s": 8])
      #expect(served["held"] == 2)
      #expect(served["diagnostics"]?.array?.map { $0["heldBack"] } == [true, true])
      daemon.kill()
      daemon = try self.daemon()
    }
    _ = try output("forget", "--socket", folder("s"))
    #expect(try served()["constants"] == [:])
    daemon.kill()
  }

  /// Many editors make a file before they write its text.
  @Test func anEmptyResolverDocumentTakesNothingAway() throws {
    try FileManager.default.removeItem(atPath: folder("aurora"))
    try folder.write("aurora/app.tokens.json", #"{ "gap": { "$type": "number", "$value": 4 } }"#)
    var daemon = try daemon()
    let watch = try Program(livery, ["subscribe", "--socket", folder("s"), "--reconnect"])
    #expect(try watch.event()["event"] == "snapshot")
    for (number, text) in ["", "{", "{}"].enumerated() {
      try folder.write("aurora/app.resolver.json", text)
      let event = try watch.event()
      #expect(event["event"] == "diagnostics" && event["diagnostics"]?.array?.first?["since"] == 1, "\(event)")
      #expect(try served()["held"] == 1)
      // What is held does not hinder other edits.
      try folder.write("aurora/app.tokens.json", "{ \"gap\": { \"$type\": \"number\", \"$value\": \(number) } }")
      let delta = try watch.event()
      #expect(delta["delta"]?["patch"]?.array?.first?["value"] == .number(Double(number)), "\(delta)")
    }
    watch.interrupt()
    _ = watch.end()
    daemon.kill()
    daemon = try self.daemon()
    #expect(try served()["constants"]?["gap"] == 2)
    try folder.write(
      "aurora/app.resolver.json",
      #"{ "version": "2025.10", "resolutionOrder": [{ "type": "set", "name": "s", "sources": [{ "$ref": "b.json" }] }] }"#
    )
    try folder.write("aurora/b.json", #"{ "gap": { "$type": "number", "$value": 9 } }"#)
    #expect(try served()["constants"]?["gap"] == 9)
    #expect(try served()["held"] == nil)
    daemon.kill()
  }

  /// In place of a part that is not there, the part that the same place named stays, and its edits are followed.
  @Test func aPointerToNothingKeepsThePart() throws {
    for path in ["theme.inc.json", "colors.json", "button.json"] {
      try FileManager.default.removeItem(atPath: folder("aurora/\(path)"))
    }
    func write(_ pointer: String, gap: Int) throws {
      try folder.write("aurora/app.tokens.json", #"{ "night": { "gap": { "$type": "number", "$value": \#(gap) } } }"#)
      try folder.write(
        "aurora/app.resolver.json",
        ##"""
        { "version": "2025.10", "sets": { "s": { "sources": [{ "$ref": "app.tokens.json#\##(pointer)" }] } },
          "resolutionOrder": [{ "$ref": "#/sets/s" }] }
        """##)
    }
    try write("/night", gap: 4)
    var daemon = try daemon()
    try write("/nihgt", gap: 4)
    #expect(try served()["constants"] == ["gap": 4])
    daemon.kill()
    _ = daemon.end()
    daemon = try self.daemon()
    try write("/nihgt", gap: 5)
    #expect(try served()["constants"] == ["gap": 5])
    #expect(try served()["held"] == 1)
    try write("/night", gap: 6)
    #expect(try served()["constants"] == ["gap": 6])
    #expect(try served()["held"] == nil)
    daemon.kill()
  }

  /// The second slip has a key that no file had before.
  @Test func oneSlipAfterAnother() throws {
    let daemon = try daemon()
    defer { daemon.kill() }
    try folder.write("aurora/button.json", #"{ "button": "ref://buton" }"#)
    #expect(try served()["styles"]?["button"] == ["color": try served()["constants"]?["accent"] ?? .null, "margin": 4])
    try folder.write("aurora/button.json", #"{ "button": { "titleColor": "ref://ink", "margin": 5 } }"#)
    #expect(try served()["styles"]?["button"] == ["margin": 5])
  }

  @Test(arguments: Slip.allCases)
  private func aSlipIsShownAndKeepsEverythingUntilItIsForgotten(_ slip: Slip) throws {
    var daemon = try daemon()
    let good = try served()
    #expect(good["styles"]?["button"]?["margin"] == 4)
    let past = folder("past.json")
    try folder.write("past.json", try output("resolve", folder("aurora")))

    try slip.make(in: folder)
    for restart in [false, true] {
      if restart {
        daemon.kill()
        _ = daemon.end()
        daemon = try self.daemon()
      }
      let held = try served()
      #expect(held["constants"] == good["constants"], "\(slip)")
      #expect(held["styles"] == good["styles"], "\(slip)")
      #expect(held["held"] == 1, "\(slip)")
      let bundles = try output("bundles", "--socket", folder("s")).split(separator: "\n").map {
        $0.split(separator: " ")
      }
      #expect(bundles[0].firstIndex(of: "HELD").map { bundles[1][$0] } == "1", "\(slip)")
    }
    // Without a daemon the last snapshot gives the same, where files can be told apart from their past.
    if slip == .misspelt {
      let computed = try JSONValue(
        parsing: Array(output("resolve", folder("aurora"), "--past", past).utf8))
      #expect(computed["constants"] == good["constants"])
      #expect(computed["styles"] == good["styles"])
      #expect(computed["held"] == 1)
      let why = try output("why", "styles/button/color", "aurora", "--socket", folder("s"))
      #expect(why.contains(#""heldBack": true"#), "\(why)")
    }

    #expect(try output("forget", "--socket", folder("s")).hasPrefix("generation "))
    let cold = try output("resolve", folder("aurora"), code: slip == .rootGone ? 3 : 0)
    let forgotten = try served()
    let styles = cold.isEmpty ? [:] : try JSONValue(parsing: Array(cold.utf8))["styles"]
    #expect(forgotten["styles"] == styles, "\(slip)")
    #expect(forgotten["held"] == nil)
    daemon.interrupt()
    #expect(daemon.end().code == 0)
  }

  /// A link to nothing or a FIFO in place of the manifest is missing from the list of files. It is an error, and the settings stay.
  @Test(arguments: ["ln -s nowhere", "mkfifo"]) func aManifestThatCannotBeReadKeepsItsSettings(make: String) throws {
    try folder.write("aurora/livery.json", #"{ "suffixes": { "pad": ["_tab"] } }"#)
    try folder.write("aurora/colors.json", ##"{ "accent": "#ff0000", "gap": 4, "gap_tab": 20 }"##)
    var daemon = try daemon()
    let before = try output("subscribe", "--device", "pad", "--count", "1", "--socket", folder("s"))
    let good = try #require(try JSONValue(parsing: Array(before.utf8))["snapshot"])
    #expect(good["constants"]?["gap"] == 20)
    let change = try Program(
      "/bin/bash", ["-c", "\(make) $0/new && mv -T $0/new $0/aurora/livery.json", folder.path])
    #expect(change.end().code == 0)
    for restart in [false, true] {
      if restart {
        daemon.kill()
        _ = daemon.end()
        daemon = try self.daemon()
      }
      _ = try output("sync", "--socket", folder("s"))
      let after = try output("subscribe", "--device", "pad", "--count", "1", "--socket", folder("s"))
      let held = try #require(try JSONValue(parsing: Array(after.utf8))["snapshot"])
      #expect(held["constants"] == good["constants"], "after a restart: \(restart)")
      let finding = held["diagnostics"]?.array?.first
      #expect(finding?["code"] == "LV0010" && finding?["file"] == "livery.json", "\(held)")
    }
    let check = try Program(livery, ["check", folder("aurora")]).outputAndEnd()
    #expect(check.end.code == 1 && check.output.contains("livery.json"), "\(check)")
    daemon.interrupt()
    #expect(daemon.end().code == 0)
  }
}
