// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import Foundation
import JSONText
import LinuxIO
import TestSupport
import Testing
import TextComparison
import ThemeEngine
import ThemeModel
import ThemeWatch

@testable import LiveryService

/// Names and texts that Unicode holds equal and bytes do not: after any save, a consumer has the state of a cold resolve of the
/// same files gives.
@Suite(.serialized) struct NormalFormTests {
  private static let composed = "caf\u{E9}"
  private static let decomposed = "cafe\u{301}"

  /// One step of changes to the bundle.
  enum Step: Sendable {
    case write(String, String)
    case rename(String, to: String)
    case remove(String)
  }

  struct Series: Sendable, CustomTestStringConvertible {
    var name: String
    var steps: [Step]
    /// The JSON text of the constants after each step, in the order of bytes.
    var constants: [String]

    var testDescription: String { name }
  }

  static let all = [
    Series(
      name: "a value", steps: [composed, decomposed, composed].map { .write("a.json", #"{"s":"\#($0)"}"#) },
      constants: [composed, decomposed, composed].map { #"{"s":"\#($0)"}"# }),
    Series(
      name: "an id",
      steps: [
        .write("a.json", #"{"\#(composed)":1}"#), .write("a.json", #"{"\#(decomposed)":1}"#),
        .write("a.json", #"{"\#(decomposed)":2}"#), .write("a.json", #"{"\#(composed)":3,"\#(decomposed)":4}"#),
        .write("a.json", #"{"\#(composed)":3}"#),
      ],
      constants: [
        #"{"\#(composed)":1}"#, #"{"\#(decomposed)":1}"#, #"{"\#(decomposed)":2}"#,
        #"{"\#(decomposed)":4,"\#(composed)":3}"#, #"{"\#(composed)":3}"#,
      ]),
    Series(
      name: "a reference",
      steps: [
        .write("a.json", #"{"\#(composed)":1,"\#(decomposed)":2,"r":"ref://\#(composed)"}"#),
        .write("a.json", #"{"\#(composed)":1,"\#(decomposed)":2,"r":"ref://\#(decomposed)"}"#),
      ],
      constants: [
        #"{"\#(decomposed)":2,"\#(composed)":1,"r":1}"#, #"{"\#(decomposed)":2,"\#(composed)":1,"r":2}"#,
      ]),
    Series(
      name: "a file that is renamed",
      steps: [
        .write("\(composed).json", #"{"x":1}"#), .rename("\(composed).json", to: "\(decomposed).json"),
        .write("\(decomposed).json", #"{"x":2}"#),
      ], constants: [#"{"x":1}"#, #"{"x":1}"#, #"{"x":2}"#]),
    Series(
      name: "two files",
      steps: [
        .write("\(composed).json", #"{"x":1}"#), .write("\(decomposed).json", #"{"y":1}"#),
        .write("\(composed).json", #"{"x":2}"#), .write("\(decomposed).json", #"{"y":2}"#),
        .write("\(decomposed).json", "{}"), .write("\(composed).json", #"{"x":3}"#),
      ],
      constants: [
        #"{"x":1}"#, #"{"x":1,"y":1}"#, #"{"x":2,"y":1}"#, #"{"x":2,"y":2}"#, #"{"x":2}"#, #"{"x":3}"#,
      ]),
    Series(
      name: "an id that begins with a combining mark",
      steps: [#"{"\#("\u{301}x")":1}"#, #"{"\#("\u{301}x")":2}"#, "{}"].map { .write("a.json", $0) },
      constants: [#"{"\#("\u{301}x")":1}"#, #"{"\#("\u{301}x")":2}"#, "{}"]),
  ]

  @Test(arguments: all) func check(_ series: Series) throws {
    let directory = try ScratchDirectory()
    func path(_ name: String) -> String { directory("bundle/\(name)") }
    try makeDirectory(directory("bundle"), mode: 0o755)
    let root = #"{"themes":["a.json","\#(Self.composed).json","\#(Self.decomposed).json"]}"#
    try writeFileAtomically(path("theme.inc.json"), Array(root.utf8), mode: 0o644)
    let daemon = try RunningDaemon(.inTest(directory, bundles: ["bundle"]))
    let follower = try Follower(daemon)
    for (step, constants) in zip(series.steps, series.constants) {
      switch step {
      case .write(let name, let text): try writeFileAtomically(path(name), Array(text.utf8), mode: 0o644)
      case .rename(let old, let new): #expect(rename(path(old), path(new)) == 0)
      case .remove(let name): try removeFile(path(name))
      }
      _ = try daemon.call("Sync")
      let snapshot = try #require(try daemon.call("Resolve")["snapshot"])
      try follower.take(until: try #require(snapshot["digest"]?.string))
      #expect(follower.values["constants"] == snapshot["constants"])
      let members = (follower.values["constants"]?.object ?? JSONObject()).members.sorted {
        Bytewise($0.key) < Bytewise($1.key)
      }
      #expect(Bytewise(JSONValue.object(JSONObject(members)).text) == Bytewise(constants))
      let reader = BundleReader(path: directory("bundle"))
      let cold = ThemeEngine(bundle: "cold")
      cold.apply(reader.read(try walkBundle(directory("bundle"))))
      #expect(cold.open(Context()).digest == follower.digest)
    }
  }

  /// A slash and a combining mark behind it are one character, and still a slash.
  @Test func aBundleIsNotCalledByAPath() {
    #expect(BundleName.isValid(Self.decomposed))
    for name in ["a/b", "../\u{301}x", "/\u{301}", "x/\u{20DD}"] { #expect(!BundleName.isValid(name)) }
  }
}
