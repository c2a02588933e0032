// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import LinuxIO
import TestSupport
import Testing
import TextComparison
import ThemeModel

@testable import LiveryConfiguration

/// The configuration file: its content, and its problems.
@Suite struct ConfigurationTests {
  private func read(_ text: String) throws(BadConfiguration) -> ConfigurationFile {
    try ConfigurationReader.read(Array(text.utf8), path: "/etc/x.json", home: "/home/ada")
  }

  /// The problems of a text, as `LINE:COLUMN message; help`.
  private func check(_ text: String, _ expected: String..., location: SourceLocation = #_sourceLocation) {
    var found: [String] = []
    do throws(BadConfiguration) {
      _ = try read(text)
    } catch {
      found = error.problems.map { String($0.description.trimmingPrefix("/etc/x.json:")) }
    }
    #expect(found == expected, sourceLocation: location)
  }

  @Test func everyOptionIsRead() throws {
    let file = try read(
      """
      { // comments and commas too many are welcome
        "bundles": { "one": { "path": "/srv/one" }, "two": { "path": "two" }, "own": { "path": "~/own" }, },
        "socket": "/run/x.sock", "group": "root", "stateDirectory": "../state", "logLevel": "debug",
        "limits": { "connections": 7, "resume": 0 },
      }
      """)
    #expect(file.bundles?.map(\.name) == ["one", "two", "own"])
    #expect(file.bundles?.map(\.directory) == ["/srv/one", "/etc/two", "/home/ada/own"])
    #expect(file.bundles?.last?.place?.description == "/etc/x.json:2:90")
    #expect(file.socketPath == "/run/x.sock")
    #expect(file.group == 0)
    #expect(file.stateDirectory == "/etc/../state")
    #expect(file.logLevel == .debug)
    #expect(file.limits.connections == 7)
    #expect(file.limits.resume == 0)
    #expect(file.limits.connectionsPerUser == Limits().connectionsPerUser)
    #expect(file.warnings.isEmpty)
    #expect(try read("{}") == ConfigurationFile())
  }

  @Test func rightsAndContextsAreRead() throws {
    let file = try read(
      """
      { "bundles": {
        "one": { "path": "/srv/one", "read": { "users": ["root"], "groups": ["root"] }, "change": {},
          "contexts": { "tablet": { "device": "pad", "version": "9.3", "language": "EN-gb" }, "night": { "themes": ["n"] },
            "small": { "modifiers": { "size": "compact", "mood": "dark" } } } },
        "two": { "path": "/srv/two" } } }
      """)
    var readers = BundleRights.People()
    readers.users = [0]
    readers.groups = [0]
    let one = try #require(file.bundles?.first)
    #expect(one.rights.readers == readers)
    #expect(one.rights.editors == BundleRights.People(), "nobody")
    #expect(
      one.contexts == [
        Context(device: .pad, version: "9.3", language: "en_gb"), Context(themes: ["n"]),
        Context(modifiers: ["size": "compact", "mood": "dark"]),
      ])
    #expect(file.bundles?.last?.rights == BundleRights())
    #expect(file.bundles?.last?.contexts == [])
  }

  @Test func everyMistakeInRightsAndContextsHasItsPlace() {
    func check(_ bundle: String, _ expected: String..., location: SourceLocation = #_sourceLocation) {
      var found: [String] = []
      do throws(BadConfiguration) {
        _ = try read("{ \"bundles\": { \"a\": { \"path\": \"/a\",\n\(bundle) } }, \"limits\": { \"contexts\": 2 } }")
      } catch {
        found = error.problems.map { String($0.description.trimmingPrefix("/etc/x.json:")) }
      }
      #expect(found == expected, sourceLocation: location)
    }
    check(
      #""read": ["ada"]"#,
      #"2:9: rights are an object; write { "users": ["NAME"], "groups": ["NAME"] }"#)
    check(
      #""change": { "users": ["no one", 7], "groups": "root" }"#,
      "2:23: unknown user `no one`; `getent passwd` lists all users",
      "2:33: the name of a user is needed here, a string", #"2:47: a list is needed here; write ["NAME"]"#)
    check(
      #""read": { "groups": ["no such group"] }"#,
      "2:22: unknown group `no such group`; `getent group` lists all groups")
    check(#""contexts": []"#, #"2:13: contexts are given by name; write { "tablet": { "device": "pad" } }"#)
    check(
      #""contexts": { "a": { "device": "tab", "version": 9, "themes": "x" } }"#,
      "2:32: a device is one of: phone, pad",
      #"2:50: a version is a string of numbers joined by dots, such as "9.3.1""#,
      #"2:63: a list of strings is needed here; write ["NAME"]"#)
    check(
      #""contexts": { "a": { "modifiers": ["dark"] }, "b": { "modifiers": { "size": 1, "": "x", "mood": "" } } }"#,
      #"2:35: an object of strings is needed here; write { "MODIFIER": "CONTEXT" }"#,
      "2:77: the name of a context is needed here, a string",
      "2:80: the name of a modifier is needed here, and this string is empty",
      "2:97: the name of a context is needed here, and this string is empty")
  }

  @Test func everyMistakeHasItsPlaceAndAWayOut() {
    check(#"[]"#, "1:1: a configuration is an object")
    check(
      #"{ "bundles": ["a"] }"#,
      #"1:14: bundles are an object, by their names; write { "NAME": { "path": "DIRECTORY" } }"#)
    check(
      "{ \"bundles\": {\n  \"a\": 1,\n  \"b\": {},\n  \"c/d\": { \"path\": \"x\" },\n  \"e\": { \"path\": \"\" } } }",
      #"2:8: a bundle is an object; write { "path": "DIRECTORY" }"#,
      "3:8: the bundle `b` needs a `path`, its directory or root file",
      "4:3: a bundle's name has 1 to 255 bytes, no `/` and no control characters",
      "5:18: the bundle's directory is needed here, and this string is empty")
    check(
      #"{ "logLevel": "inf", "group": "no such group" }"#, "1:15: unknown level `inf`; did you mean `info`?",
      "1:31: unknown group `no such group`; `getent group` lists all groups")
    check(
      #"{ "limits": { "depth": 1, "stalled": "x", "connections": 1.5 } }"#,
      "1:24: `depth` is a whole number from 8 to 512", "1:38: `stalled` is a whole number from 1 to 86400",
      "1:58: `connections` is a whole number from 1 to 1048576")
    check(#"{ "socket": 1 }"#, "1:13: the path of the socket is needed here, a string")
  }

  @Test func brokenTextIsOneMatter() throws {
    let error = #expect(throws: BadConfiguration.self) { try read("{ \"socket\" \"/x\", \"logLevel\": \"nonsense\" }") }
    let problem = try #require(error?.problems.first)
    #expect(problem.place == ConfigurationPlace(file: "/etc/x.json", line: 1, column: 11))
    #expect(error?.problems.contains { $0.message.contains("nonsense") } == false, "it is not read on")
    #expect(throws: BadConfiguration.self) { try read("") }
  }

  @Test func unknownKeysAreToldAndPassedOver() throws {
    let file = try read(
      #"{ "colors": {}, "bundles": { "a": { "path": "/a", "root": "x" } }, "limits": { "minutes": 9 } }"#)
    #expect(
      file.warnings.map(\.description) == [
        "/etc/x.json:1:3: unknown key `colors`, which is ignored; the keys here are: bundles, socket, group, "
          + "stateDirectory, logLevel, limits",
        "/etc/x.json:1:51: unknown key `root`, which is ignored; the keys here are: path, read, change, contexts",
        "/etc/x.json:1:80: unknown key `minutes`, which is ignored; the keys here are: request, depth, message, "
          + "queue, unsent, connections, connectionsPerUser, stalled, bundles, contexts, resume, consumerName, file, "
          + "modifications, overlays, overlayBytes, history, historyBytes",
      ])
    #expect(file.bundles?.count == 1)
  }

  /// A misspelt key may concern served bundles, or rights to read.
  @Test func aMisspeltKeyIsAMistake() {
    check(#"{ "bundels": {} }"#, "1:3: unknown key `bundels`; did you mean `bundles`?")
    check(
      #"{ "bundles": { "a": { "path": "/a", "raed": {} } }, "limits": { "deth": 9 } }"#,
      "1:37: unknown key `raed`; did you mean `read`?",
      "1:65: unknown key `deth`; did you mean `depth`?")
    check(
      #"{ "bundles": { "a": { "path": "/a", "read": { "user": [] } } } }"#,
      "1:47: unknown key `user`; did you mean `users`?")
  }

  @Test func aRootFileNamesTheBundleAroundIt() throws {
    let directory = try ScratchDirectory()
    try directory.write("b/theme.json", "{}")
    try directory.write("livery.json", #"{ "bundles": { "b": { "path": "b/theme.json" } } }"#)
    let bundle = try #require(try ConfigurationFile.read(directory("livery.json"), home: nil).bundles?.first)
    #expect(bundle.directory == directory("b"))
    #expect(bundle.rootFile == "theme.json")
  }

  @Test func aFileThatCannotBeReadIsTold() {
    let error = #expect(throws: BadConfiguration.self) { try ConfigurationFile.read("/nowhere/x.json", home: nil) }
    #expect(
      error?.problems.first?.description
        == "/nowhere/x.json: the configuration cannot be read: No such file or directory; make it readable, or name "
        + "another file with --config")
  }

  /// The installed file has every option, with its default.
  @Test func theSampleHoldsTheDefaults() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let path = root.appending(path: "etc/livery/livery.json").path
    let file = try ConfigurationFile.read(path, home: nil)
    var expected = ConfigurationFile()
    expected.bundles = []
    expected.logLevel = .info
    #expect(file == expected)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    for key in Limits.Key.allCases {
      #expect(text.contains("    \"\(key.rawValue)\": \(Limits()[keyPath: key.member]),\n"), "\(key)")
    }
    for key in ["bundles", "socket", "group", "stateDirectory", "logLevel", "limits"] {
      #expect(text.contains("\"\(key)\": "), "\(key)")
    }
  }
}
