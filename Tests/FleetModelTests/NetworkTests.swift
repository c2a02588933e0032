// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel
import Testing

/// Addresses, names, permissions and reports.
@Suite struct NetworkTests {
  /// - Parameter expected: the addresses with `L` for loopback and `T` for TLS; nil for an error.
  private func check(_ text: String, _ expected: [String]?, _ location: SourceLocation = #_sourceLocation) {
    let addresses = try? ServerAddress.list(text)
    let found = addresses?.map { "\($0.text) \($0.isLoopback ? "L" : "")\($0.hasTLS ? "T" : "")" }
    #expect(found == expected, sourceLocation: location)
  }

  @Test func addressesAreRead() {
    check("nats://localhost", ["nats://localhost L"])
    check("nats://127.0.0.1:4222,tls://a.example:4222", ["nats://127.0.0.1:4222 L", "tls://a.example:4222 T"])
    check("tls://a,b:1", ["tls://a T", "tls://b:1 T"])
    check("nats://[::1]:4222", ["nats://[::1]:4222 L"])
    check("nats://127.evil.example", ["nats://127.evil.example "])
    check("nats://127.0.0.1.evil", ["nats://127.0.0.1.evil "])
    check("nats://localhost.evil", ["nats://localhost.evil "])
    for text in [
      "", "localhost", "http://a", "nats://", "nats://user:word@host", "nats://a,,b", "nats://a b", "nats://a/b",
    ] {
      check(text, nil)
    }
  }

  @Test func namesAreRestricted() {
    #expect(["a", "kiosk-7", "a_b", "A9"].allSatisfy(FleetName.isBucket))
    #expect(!["", "a.b", "a b", "é", "a>", "*", String(repeating: "a", count: 57)].contains(where: FleetName.isBucket))
    #expect(["a", "kiosk-7.shop"].allSatisfy(FleetName.isMirror))
    #expect(
      !["", ".a", "a.", "a..b", "a*", "a b", String(repeating: "a", count: 65)].contains(where: FleetName.isMirror))
    #expect(FleetName.mirror(of: "my host!") == "my-host-")
    #expect(FleetName.mirror(of: "..") == "mirror")
  }

  @Test func eachRoleHasItsRights() {
    let (mirrorPublish, _) = FleetRole.mirror.permissions(bucket: "b", mirror: "kiosk")
    #expect(mirrorPublish.contains("$KV.b_status.kiosk"))
    #expect(!mirrorPublish.contains { $0.hasPrefix("$KV.b.") || $0.contains("DELETE") || $0.contains("CREATE") })
    let (publisherPublish, _) = FleetRole.publisher.permissions(bucket: "b")
    #expect(publisherPublish.contains("$KV.b.o.*") && !publisherPublish.contains { $0.contains("CREATE") })
    #expect(FleetRole.configuration(bucket: "b", mirror: nil).contains("mirror: {"))
  }

  @Test func announcementsAreRead() {
    let subjects = Subjects(bucket: "b")
    #expect(subjects.announcedNumber("$KV.b.m.00000000000000000042") == ReleaseNumber(42))
    for subject in ["$KV.b.m.42", "$KV.c.m.00000000000000000042", "$KV.b.o.x", "", "_INBOX.a"] {
      #expect(subjects.announcedNumber(subject) == nil)
    }
  }

  @Test func oldServersAreNamed() {
    #expect(ServerVersion("2.9.10")?.warning?.contains("2.10.27") == true)
    #expect(ServerVersion("2.10.27")?.warning == nil)
    #expect(ServerVersion("2.11.0-RC.2")?.warning == nil)
    #expect(["", "2", "2.9", "a.b.c", "2.9.x"].allSatisfy { ServerVersion($0) == nil })
  }

  @Test func reportsAreShown() {
    let numbers = (5...9).compactMap { ReleaseNumber($0) }
    let text = MirrorReport(number: numbers[2], isDigestEqual: true, problems: ["a\u{1B}[31m"]).text
    let report = MirrorReport(text: text)
    #expect(report?.number == numbers[2])
    #expect(MirrorReport(text: Array("[]".utf8)) == nil)
    let rows = [
      FleetRow(name: "fine", MirrorReport(number: numbers[4], isDigestEqual: true), age: 3, numbers: numbers),
      FleetRow(name: "broken", report ?? MirrorReport(number: nil), age: 4, numbers: numbers),
      FleetRow(name: "new", MirrorReport(number: nil), age: 5, numbers: numbers),
    ]
    #expect(rows.map(\.behind) == [0, 2, nil])
    let table = FleetRow.table(rows)
    #expect(
      table == """
        NAME    NUMBER  BEHIND  DIGEST  SEEN  PROBLEM
        broken  7       2       equal   4 s   a\\u{1b}[31m
        new     none    all     -       5 s   -
        fine    9       0       equal   3 s   -

        """)
  }

  @Test func chunksFitIntoMessages() {
    #expect(FleetLimits.chunkBytes(maximumPayload: 1 << 20) == 512 << 10)
    #expect(FleetLimits.chunkBytes(maximumPayload: 64 << 10) == 63 << 10)
    #expect(FleetLimits.chunkBytes(maximumPayload: 4 << 10) == nil)
  }

  @Test func theRecordOfAMirrorIsKept() throws {
    var record = MirrorRecord(bucket: "b")
    #expect(try MirrorRecord(text: record.text) == record)
    record.bundle = "aurora"
    record.highest = ReleaseNumber(9)
    record.left = ReleaseNumber(8)
    record.server = "2.10.27"
    record.releases = [try #require(ReleaseName("00000000000000000009-0123456789ab"))]
    #expect(try MirrorRecord(text: record.text) == record)
    for text in [
      "", "{}", #"{"format":2,"bucket":"b","releases":[]}"#, #"{"format":1,"bucket":"b","releases":["../x"]}"#,
    ] {
      #expect(throws: Refusal.self) { try MirrorRecord(text: Array(text.utf8)) }
    }
    #expect(ReleaseName("00000000000000000009-0123456789ab")?.isNamed(by: "9") == true)
    #expect(ReleaseName("9-0123456789ab") == nil)
  }

  @Test func releasesThatNobodyReadsGo() throws {
    let names = try (1...5).map { try #require(ReleaseName("0000000000000000000\($0)-0123456789ab")) }
    func removable(
      _ made: [UInt64], current: Int?, passed: Int?, now: UInt64 = 100_000_000_000
    ) -> [ReleaseName] {
      let releases = zip(names, made).map { Retention.Release($0, made: $1 * 1_000_000_000) }
      return Retention.removable(
        releases, current: current.map { names[$0] }, passed: passed.map { names[$0] }, now: now)
    }
    #expect(removable([0, 0, 0, 0, 0], current: 4, passed: 4) == Array(names[..<2]))
    #expect(removable([0, 50, 0, 0, 0], current: 4, passed: 4) == [names[0]])
    #expect(removable([0, 0, 0, 0, 0], current: 4, passed: nil) == [])
    #expect(removable([0, 0, 0, 0, 0], current: 4, passed: 0) == [names[1]])
    #expect(removable([0, 0, 0, 0, 0], current: 0, passed: 1) == [])
    #expect(removable([0, 0, 0], current: 2, passed: 2) == [])
  }

  @Test func theRecordOfAllReleasesFits() throws {
    let limit = FleetLimits.maximumStoredReleases
    let names = try (1...limit).map { number in
      try #require(ReleaseName("0000\(9_000_000_000_000_000 + number)-0123456789ab"))
    }
    var record = MirrorRecord(bucket: String(repeating: "b", count: 56))
    record.bundle = String(repeating: "\"", count: 255)
    record.server = String(repeating: "9", count: 255)
    (record.highest, record.left) = (.maximum, .maximum)
    record.releases = names
    #expect(record.text.count <= MirrorRecord.maximumBytes)
    // One more needs the place of the oldest, but for the current one.
    #expect(Retention.excess(names, current: names.last) == [names[0]])
    #expect(Retention.excess(names, current: names[0]) == [names[1]])
    #expect(Retention.excess(names.dropLast(), current: nil) == [])
    #expect(Retention.excess(names + names, current: nil) == Array((names + names).prefix(limit + 1)))
  }
}
