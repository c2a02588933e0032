// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryConfiguration
import LiveryConnection
import TestSupport
import Testing
import Varlink

@testable import LiveryService

/// Unsaved texts that the daemon refuses: over files outside the bundle's themes, edits outside the text, and more than the limits.
@Suite(.serialized) struct OverlayRefusalTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("bundle/theme.inc.json", #"{ "themes": ["a.json"] }"#)
    try directory.write("bundle/a.json", #"{ "a": 1 }"#)
  }

  @Test func whatNothingLiesOver() throws {
    try directory.write("elsewhere/x.json", "{}")
    try directory.link("bundle/out.json", to: directory("elsewhere/x.json"))
    try directory.link("bundle/away", to: directory("elsewhere"))
    let daemon = try RunningDaemon(.inTest(directory, bundles: ["bundle"]))
    let editor = try daemon.connect()
    for file in [
      "livery.json", "../elsewhere/x.json", "/etc/passwd.json", "out.json", "away/x.json", "away/new.json",
      "a/../b.json", "./a.json", "a//b.json", "", "a.json/", ".hidden.json", ".git/x.json", "a.txt", "a.json~",
      "a\u{0}.json",
    ] {
      #expect(throws: ClientError.refused(.invalidParameter("file")), "\(file)") { try editor.setOverlay(file, "{}") }
    }
    // Edits without a text, outside of it, and within a character.
    func refused(_ edits: [(Int, Int, String)], _ location: SourceLocation = #_sourceLocation) {
      #expect(throws: ClientError.refused(.invalidParameter("edits")), sourceLocation: location) {
        try editor.editOverlay("a.json", edits)
      }
    }
    refused([(0, 0, "x")])
    try editor.setOverlay("a.json", #"{ "é": 1 }"#)
    refused([(100, 0, "x")])
    refused([(0, 100, "x")])
    refused([(-1, 0, "x")])
    refused([(Int.max >> 12, Int.max >> 12, "x")])
    refused([(4, 1, "x")])
    refused([(3, 1, "x")])
    // Half of a list of edits changes nothing.
    refused([(7, 1, "5"), (100, 0, "x")])
    #expect(try daemon.call("Resolve")["snapshot"]?["constants"]?["é"] == 1)
    #expect(throws: ClientError.refused(.invalidParameter("edits"))) {
      try editor.call(
        "io.livery.Theme.SetOverlay", JSONObject([("file", "a.json"), ("text", "{}"), ("edits", [])]))
    }
  }

  @Test func limits() throws {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["bundle"])
    configuration.limits.request = 1 << 16
    configuration.limits.file = 1 << 18
    configuration.limits.overlayBytes = 1 << 20
    let daemon = try RunningDaemon(configuration)
    let editor = try daemon.connect()
    func check(_ file: String, _ text: String, _ expected: String, _ location: SourceLocation = #_sourceLocation) throws
    {
      do {
        try editor.setOverlay(file, text)
        #expect(expected == "fine", sourceLocation: location)
      } catch ClientError.refused(let error) where error.name == "io.livery.Theme.LimitExceeded" {
        let found = "\(error.parameters["limit"]?.string ?? "") \(Int(error.parameters["value"]?.number ?? 0))"
        #expect(found == expected, sourceLocation: location)
      }
    }
    let long = #"{ "a": ""# + String(repeating: "x", count: 1 << 18) + #"" }"#
    // Longer than other requests may be.
    try check("a.json", String(long.dropLast(100)), "fine")
    try check("a.json", long, "file \(1 << 18)")
    for number in 1..<4 { try check("f\(number).json", String(long.dropLast(100)), "fine") }
    try check("g.json", String(long.prefix(1 << 16)), "overlayBytes \(1 << 20)")
    for number in 1..<4 { try editor.setOverlay("f\(number).json", nil) }
    for number in 1..<64 { try check("f\(number).json", "{}", "fine") }
    try check("f64.json", "{}", "overlays 64")
    // One that is there may be replaced.
    try check("f63.json", #"{ "c": 1 }"#, "fine")
  }
}
