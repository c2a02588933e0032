// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc
import LinuxIO
import ProcessIO
import TestSupport
import Testing

@testable import LiveryConfiguration

/// The files beside a configuration file: the configuration that they make together, and refusals.
@Suite struct ConfigurationDirectoryTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func read(isRequired: Bool = true) throws(BadConfiguration) -> ConfigurationFile {
    try ConfigurationFile.read(directory("c.json"), home: nil, isRequired: isRequired)
  }

  /// Writes files by name, the configuration file as `c.json`, and compares their problems with the expected ones, where
  /// `@` stands for the scratch directory.
  private func check(
    _ files: [(String, String)], _ expected: String..., location: SourceLocation = #_sourceLocation
  ) throws {
    for (name, text) in files { try directory.write(name, text) }
    var found: [String] = []
    do throws(BadConfiguration) {
      _ = try read()
    } catch {
      found = error.problems.map(short)
    }
    #expect(found == expected, sourceLocation: location)
  }

  private func short(_ problem: ConfigurationProblem) -> String {
    problem.description.replacing(directory.path, with: "@")
      .replacing(": the configuration cannot be read: ", with: " unreadable: ")
      .replacing("; make it readable, or remove it", with: "")
      .replacing("; it is the directory of further configuration files", with: "")
  }

  @Test func laterFilesWin() throws {
    try directory.write(
      "c.json",
      """
      { "bundles": { "a": { "path": "a" }, "b": { "path": "b" } }, "logLevel": "debug",
        "limits": { "depth": 9, "queue": 5000 } }
      """)
    try directory.write("c.json.d/10-theme.json", #"{ "bundles": { "c": { "path": "c" }, "b": { "path": "/b" } } }"#)
    try directory.write(
      "c.json.d/20-site.json",
      """
      { "bundles": { "a": null, "none": null, "c": { "path": "/c", "read": {} } },
        "limits": { "depth": 10 }, "logLevel": "error" }
      """)
    let file = try read()
    #expect(file.bundles?.map(\.name) == ["b", "c"])
    #expect(file.bundles?.map(\.directory) == ["/b", "/c"])
    #expect(file.bundles?.last?.rights.readers == BundleRights.People(), "the last entry counts whole")
    let places = [directory("c.json.d/10-theme.json:1:53"), directory("c.json.d/20-site.json:1:56")]
    #expect(file.bundles?.map { $0.place?.description } == places)
    #expect(file.logLevel == .error)
    #expect(file.limits.depth == 10)
    #expect(file.limits.queue == 5000)
    #expect(file.warnings.isEmpty)
    #expect(
      file.notes.map(short) == [
        "@/c.json.d/10-theme.json:1:53: takes the place of the bundle `b` of @/c.json:1:53",
        "@/c.json.d/20-site.json:1:16: takes out the bundle `a` of @/c.json:1:31",
        "@/c.json.d/20-site.json:1:27: takes out nothing: no file before has a bundle `none`",
        "@/c.json.d/20-site.json:1:56: takes the place of the bundle `c` of @/c.json.d/10-theme.json:1:31",
      ])
    // Relative paths in a file of the directory start at that directory.
    try directory.write("c.json.d/30.json", #"{ "bundles": { "d": { "path": "d" } } }"#)
    #expect(try read().bundles?.last?.directory == directory("c.json.d/d"))
  }

  @Test func whatEditorsAndPackagesLeaveDoesNotCount() throws {
    try directory.write("c.json", "{}")
    for name in ["README", ".hidden.json", "x.json~", "x.json.dpkg-old", "#x.json#", "x.JSON", "x"] {
      try directory.write("c.json.d/\(name)", "no JSON")
    }
    try directory.write("c.json.d/.x.json/y.json", "no JSON")
    #expect(try read() == ConfigurationFile())
  }

  @Test func theDirectoryMayStandAlone() throws {
    #expect(try read(isRequired: false) == ConfigurationFile())
    try directory.write("c.json.d/a.json", #"{ "bundles": {} }"#)
    #expect(try read(isRequired: false).bundles == [])
    try check(
      [], "@/c.json unreadable: No such file or directory; make it readable, or name another file with --config")
  }

  @Test func allMistakesOfAllFilesAreReported() throws {
    try check(
      [
        ("c.json", #"{ "logLevel": 1 }"#), ("c.json.d/1.json", ""),
        ("c.json.d/2.json", "{ \"limits\": {\n \"contexts\": 1 } }"),
        ("c.json.d/3.json", #"{ "bundles": { "a": { "path": "/a", "contexts": { "p": {} } } } }"#),
        ("c.json.d/4.json", "[]"),
        ("c.json.d/5.json/x", ""),
      ],
      "@/c.json:1:15: one of error, warning, info, debug is needed here, a string",
      "@/c.json.d/1.json: the configuration is empty; write at least {}",
      "@/c.json.d/4.json:1:1: a configuration is an object",
      "@/c.json.d/5.json unreadable: Is a directory",
      "@/c.json.d/3.json:1:31: 1 contexts are to be kept, and the limit `contexts` is 1; one more is needed for whoever "
        + "names none"
    )
  }

  /// Its bundles would be taken out by a reload.
  @Test func aDirectoryThatIsALinkHasToLeadToOne() throws {
    try directory.write("c.json", "{}")
    try directory.write("real.d/a.json", #"{ "bundles": { "a": { "path": "/a" } } }"#)
    try directory.link("c.json.d", to: "real.d")
    #expect(try read().bundles?.count == 1)
    try directory.remove("real.d")
    try check([], "@/c.json.d unreadable: No such file or directory")
  }

  @Test func linksAreFollowedAndHaveToLeadToFiles() throws {
    try directory.write("c.json", "{}")
    try directory.write("theme/daemon.json", #"{ "bundles": { "a": { "path": "/a" } } }"#)
    try directory.write("c.json.d/README", "")
    try directory.link("c.json.d/a.json", to: "../theme/daemon.json")
    #expect(try read().bundles?.first?.place?.file == directory("c.json.d/a.json"))
    try directory.link("c.json.d/b.json", to: "nowhere")
    try directory.link("c.json.d/c.json", to: "c.json")
    try directory.link("c.json.d/d.json", to: "/dev/zero")
    #expect(mkfifo(directory("c.json.d/e.json"), 0o600) == 0)
    try check(
      [], "@/c.json.d/b.json unreadable: No such file or directory",
      "@/c.json.d/c.json unreadable: Too many levels of symbolic links",
      "@/c.json.d/d.json unreadable: No such device or address (it is not a regular file)",
      "@/c.json.d/e.json unreadable: No such device or address (it is not a regular file)"
    )
  }

  @Test func sizesAndNumbersAreLimited() throws {
    let blank = String(repeating: " ", count: 1 << 20)
    try check(
      [("c.json", "{}"), ("c.json.d/long.json", "{}" + blank)],
      "@/c.json.d/long.json unreadable: File too large (1048578 bytes, limit 1048576)")
    unlink(directory("c.json.d/long.json"))
    var sources = ConfigurationSources(directory("c.json"))
    var problems: [ConfigurationProblem] = []
    try directory.write("full.json", blank)
    for _ in 0..<16 { #expect(sources.read(directory("full.json"), isRequired: true, &problems)?.count == 1 << 20) }
    #expect(problems.isEmpty)
    try directory.write("full.json", " ")
    #expect(sources.read(directory("full.json"), isRequired: true, &problems) == nil)
    #expect(problems.map(short) == ["@/full.json unreadable: File too large (1 bytes, limit 0)"])
    for number in 0..<10_000 { close(creat(directory("c.json.d/\(number).json"), 0o600)) }
    try check([], "@/c.json.d: 10000 configuration files are more than 1024; put several bundles into one file")
  }

  @Test func aFileInTheDirectorysPlaceIsAMistake() throws {
    try check(
      [("c.json", "{}"), ("c.json.d", "{}")],
      "@/c.json.d unreadable: Not a directory")
  }

  /// Runs as a different user, since root may read everything.
  @Test(.enabled(if: effectiveUser == 0)) func whatMayNotBeReadIsAMistake() throws {
    try directory.write("c.json", "{}")
    try directory.write("c.json.d/a.json", #"{ "bundles": {} }"#)
    chmod(directory.path, 0o755)
    chmod(directory("c.json"), 0o644)
    chmod(directory("c.json.d/a.json"), 0o600)
    let nobody = try #require(Account(user: 65534))
    func problems() -> [String]? {
      withFileRights(of: nobody) {
        do throws(BadConfiguration) {
          _ = try read()
          return []
        } catch { return error.problems.map(short) }
      }
    }
    chmod(directory("c.json.d"), 0o755)
    #expect(problems() == ["@/c.json.d/a.json unreadable: Permission denied"])
    chmod(directory("c.json.d"), 0o700)
    #expect(
      problems() == ["@/c.json.d unreadable: Permission denied"])
  }
}
