// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// The health of a daemon as an operator sees it: errors, held values, unreadable files.
@Suite(.serialized) struct HealthTests {
  private let folder: ScratchDirectory
  private let daemon: Program
  private let livery = Program.built("livery")

  /// The daemon has a user's rights, so that there are files that it cannot read.
  init() throws {
    folder = try ScratchDirectory()
    for name in ["one", "two"] {
      try folder.write("\(name)/theme.inc.json", #"{ "themes": ["values.json"] }"#)
      try folder.write("\(name)/values.json", #"{ "gap": 4 }"#)
    }
    try folder.write(
      "livery.json",
      #"{ "bundles": { "a\"b\\c": { "path": "one" }, "two": { "path": "two" }, "no": { "path": "no" } } }"#)
    let user = getuid() == 0 ? ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] : []
    if getuid() == 0 { chmod(folder.path, 0o777) }
    daemon = try Program(
      "/bin/bash",
      ["-c", #"exec "$@" 2>&1"#, "bash"] + user + [
        Program.built("liveryd"), "--config", folder("livery.json"), "--socket", folder("s"), "--state-dir",
        folder("state"),
      ])
    while try !daemon.line().contains("listening on") {}
  }

  private func run(_ arguments: String...) throws -> (output: String, code: Int32) {
    let (output, end) = try Program(livery, arguments + ["--socket", folder("s")]).outputAndEnd()
    #expect(end.errors == "" as String)
    return (output, end.code)
  }

  private func json(_ arguments: String...) throws -> JSONValue {
    let (output, end) = try Program(livery, arguments + ["--format", "json", "--socket", folder("s")]).outputAndEnd()
    #expect(end.code == 0)
    return try JSONValue(parsing: Array(output.utf8), maximumDepth: 64)
  }

  private func bundle(_ name: String) throws -> JSONValue {
    try #require(try json("bundles")["bundles"]?.array?.first { $0["name"]?.string == name })
  }

  private func check(
    _ bundle: JSONValue, _ expected: [String: Int], location: SourceLocation = #_sourceLocation
  ) {
    for (key, count) in expected {
      #expect(bundle[key] == .number(Double(count)), "\(key)", sourceLocation: location)
    }
  }

  @Test func aBrokenBundleIsTold() throws {
    // A question about a theme that does not exist says nothing about the bundle.
    let question = try Program(
      livery, ["get", "constants/gap", "--bundle", "two", "--theme", "none", "--socket", folder("s")])
    #expect(question.outputAndEnd().end.errors.contains("none"))
    check(try bundle("two"), ["errors": 0, "warnings": 0, "held": 0, "unreadable": 0, "unpublished": 0])
    try folder.write("two/values.json", #"{ "gap": "#)
    #expect(try run("sync", "--bundle", "two").code == 0)
    check(try bundle("two"), ["errors": 1, "held": 1, "unreadable": 0])
    check(try json("status"), ["errors": 1, "held": 1, "unreadable": 0])
    #expect(try run("status").output.contains(#/\ntwo +redbeard +[0-9]+ +2 +0 +1 +0 +1 /#))
    let doctor = try run("doctor")
    #expect(
      doctor.output.contains("warning  bundle two: it has 1 error, and keeps 1 last good state\n"), "\(doctor.output)")
    #expect(doctor.output.contains("$ livery check \(folder("two"))\n"))
    try folder.write("two/values.json", #"{ "gap": 5 }"#)
    #expect(try run("sync", "--bundle", "two").code == 0)
    check(try bundle("two"), ["errors": 0, "held": 0])
  }

  @Test func aFileThatCannotBeReadIsAProblem() throws {
    chmod(folder("two/values.json"), 0)
    #expect(try run("sync", "--bundle", "two").code == 0)
    check(try bundle("two"), ["errors": 1, "unreadable": 1])
    let problems = try #require(try json("status")["problems"]?.array)
    let problem = "1 file of the bundle `two` cannot be read: `livery check \(folder("two"))` shows the reasons"
    #expect(problems.contains(.string(problem)), "\(problems)")
    chmod(folder("two/values.json"), 0o644)
    #expect(try run("sync", "--bundle", "two").code == 0)
    #expect(try json("status")["problems"]?.array?.contains(.string(problem)) == false)
  }

  /// A refused reload stays in Status until a reload succeeds.
  @Test func aRefusedConfigurationIsAProblem() throws {
    let before = try json("status")
    #expect(before["refused"] == nil)
    try folder.write("livery.json", "{ \"bundles\": {\n  \"two\": 1 } }")
    daemon.hangUp()
    while try !daemon.line().contains("nothing changes") {}
    let status = try json("status")
    #expect(try #require(status["refused"]?.number) >= #require(status["configured"]?.number))
    let problem =
      "the configuration was refused when it was read last, and the one before holds: \(folder("livery.json")):2:10: "
    #expect(status["problems"]?.array?.contains { $0.string?.hasPrefix(problem) ?? false } ?? false)
    #expect(try metrics()["livery_configuration_refused"]?.samples.first?.value == 1)
    try folder.write("livery.json", #"{ "bundles": { "two": { "path": "two" } } }"#)
    daemon.hangUp()
    while try !daemon.line().contains("read again") {}
    #expect(try json("status")["refused"] == nil)
    #expect(try json("status")["problems"] == [])
  }

  // MARK: Metrics

  private func metrics() throws -> [String: PrometheusText.Metric] {
    try PrometheusText.parse(run("status", "--metrics").output)
  }

  @Test(arguments: [
    "x 1\n", "# TYPE x gauge\nx 1\n", "# HELP x a\n# TYPE x gauge\nx 1", "# HELP x a\n# TYPE x gauge\ny 1\n",
    "# HELP x a\n# TYPE x gauge\nx{a=\"\\q\"} 1\n", "# HELP x a\n# TYPE x gauge\nx{a=\"1\",} 1\n",
    "# HELP x a\n# TYPE x gauge\nx 1\nx 2\n", "# HELP x a\n# TYPE x counter\nx 1\n",
    "# HELP x a\n# TYPE x histogram\nx_bucket{le=\"1\"} 1\nx_bucket{le=\"+Inf\"} 0\nx_sum 1\nx_count 0\n",
    "# HELP x a\n# TYPE x histogram\nx_bucket{le=\"1\"} 0\nx_sum 1\nx_count 0\n", "# HELP x a\n# TYPE x gauge\n\nx 1\n",
  ]) func theReaderOfTheTestIsStrict(text: String) {
    #expect(throws: (any Error).self) { try PrometheusText.parse(text) }
  }

  @Test func metricsAreWhatThePageSays() throws {
    let subscriber = try Program(livery, ["subscribe", "two", "--device", "pad", "--socket", folder("s")])
    #expect(try subscriber.event()["event"] == "snapshot")
    for number in 5..<8 {
      try folder.write("two/values.json", #"{ "gap": \#(number) }"#)
      #expect(try run("sync", "--bundle", "two").code == 0)
      #expect(try subscriber.event()["event"] == "delta")
    }
    let metrics = try metrics()
    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
      metrics["livery_\(name)"]?.samples.first { $0.labels == labels }?.value
    }
    #expect(value("bundles") == 3)
    #expect(value("bundle_waiting", ["bundle": "no"]) == 1)
    #expect(value("bundle_files", ["bundle": #"a"b\c"#]) == 2, "names are escaped")
    #expect(value("consumers", ["bundle": "two", "context": "pad"]) == 1)
    #expect(value("consumers", ["bundle": "no", "context": "-"]) == 0)
    #expect(value("updates_sent_total") == 3)
    #expect(try #require(value("resident_memory_bytes")) > 1_000_000)
    let now = Date().timeIntervalSince1970
    #expect(try #require(value("configuration_read_timestamp_seconds")) <= now)
    #expect(try #require(value("configuration_read_timestamp_seconds")) > now - 600)
    #expect(value("limit", ["limit": "connections"]) == 4096)
    let latency = try #require(metrics["livery_publication_latency_seconds"])
    let count = latency.samples.first { $0.name.hasSuffix("_count") && $0.labels == ["bundle": "two"] }
    #expect(count?.value == 3)

    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/operating.md"), encoding: .utf8)
    let rows = page.matches(of: #/\n\| `(livery_[a-z_]+)` \| (gauge|counter|histogram) \| ([^|]*) \|/#)
    let documented = Dictionary(rows.map { (String($0.1), "\($0.2) \($0.3)") }, uniquingKeysWith: { first, _ in first })
    let printed = metrics.mapValues { metric in
      let labels = Set(metric.samples.flatMap { $0.labels.keys }).subtracting(["le"]).sorted()
      return "\(metric.kind) \(labels.map { "`\($0)`" }.joined(separator: ", "))"
    }
    #expect(printed == documented)
  }
}
