// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel
import JSONText
import Testing

/// Valid and refused texts of manifests.
@Suite struct ManifestTests {
  private static let number = ReleaseNumber(7) ?? .maximum
  private static let chunk = ChunkName(hashing: Array("x".utf8))
  private static let manifest = Manifest(
    number: number, previous: ReleaseNumber(6), instance: "i", publisher: "p", bundle: "aurora", generation: 3,
    version: "0.1.0", digest: "d", files: 2, bytes: 5, list: [chunk])

  /// - Parameter change: of the object that is read.
  private func check(
    _ fault: String?, number: UInt64 = 7, _ location: SourceLocation = #_sourceLocation,
    change: (inout JSONObject) -> Void = { _ in }
  ) throws {
    var object = try #require(Self.manifest.json.object)
    change(&object)
    var refusal: String?
    do throws(Refusal) {
      let number = ReleaseNumber(number) ?? .maximum
      #expect(
        try Manifest(text: JSONValue.object(object).bytes, number: number) == Self.manifest, sourceLocation: location)
    } catch {
      refusal = error.description
    }
    guard let fault else { return #expect(refusal == nil, sourceLocation: location) }
    #expect(refusal?.contains(fault) == true, "\(refusal ?? "taken")", sourceLocation: location)
  }

  @Test func aManifestIsReadAsItWasWritten() throws {
    try check(nil)
    try check(nil) { $0["later"] = ["anything": 1] }
  }

  @Test func invalidManifestsAreRefused() throws {
    try check("a newer livery-fleet is needed") { $0["format"] = 2 }
    try check("no `format`") { $0["format"] = nil }
    try check("number that differs", number: 8)
    try check("number that differs") { $0["number"] = 9 }
    try check("lacks a member") { $0["bundle"] = 5 }
    try check("lacks a member") { $0["publisher"] = .string(String(repeating: "p", count: 65)) }
    try check("lacks a member") { $0["previous"] = -1 }
    try check("no valid `list`") { $0["list"] = [] }
    try check("no valid `list`") { $0["list"] = ["../../etc/passwd"] }
    try check("100001 files") { $0["files"] = 100_001 }
    try check("bytes") { $0["bytes"] = 2_000_000_000 }
    try check("bytes") { $0["filler"] = .string(String(repeating: "x", count: 4096)) }
    for text in ["", "{", "[]", "7", "\u{0}", "{\"format\":1}"] {
      #expect(throws: Refusal.self) { try Manifest(text: Array(text.utf8), number: Self.number) }
    }
  }

  @Test func theLargestManifestFits() {
    var manifest = Self.manifest
    manifest.list = Array(repeating: Self.chunk, count: FleetLimits.maximumListBytes / FleetLimits.maximumChunkBytes)
    manifest.bundle = String(repeating: "b", count: 255)
    manifest.signature = String(repeating: "0", count: 128)
    #expect(manifest.json.bytes.count < FleetLimits.maximumManifestBytes)
  }

  @Test func aSignatureCoversBucketBundleNumberAndList() {
    var texts = [Self.manifest.signedText(bucket: "a"), Self.manifest.signedText(bucket: "b")]
    for change: (inout Manifest) -> Void in [
      { $0.bundle = "x" }, { $0.number = .maximum }, { $0.list.append(Self.chunk) },
    ] {
      var other = Self.manifest
      change(&other)
      texts.append(other.signedText(bucket: "a"))
    }
    #expect(Set(texts).count == 5)
  }

  @Test func aListIsReadAsItWasWritten() throws {
    let pieces = chunks(of: Array("hello".utf8), size: 2)
    #expect(pieces.map(\.bytes) == [Array("he".utf8), Array("ll".utf8), Array("o".utf8)])
    let list = FileList([
      ListedFile(path: "b", size: 5, digest: ChunkName(hashing: Array("hello".utf8)), chunks: pieces.map(\.name)),
      ListedFile(path: "a/c", size: 0, digest: ChunkName(hashing: []), chunks: []),
    ])
    #expect(list.files.map(\.path) == ["a/c", "b"])
    #expect(try FileList(text: list.text) == list)
    var manifest = Self.manifest
    try manifest.check(list)
    manifest.bytes = 6
    #expect(throws: Refusal.self) { try manifest.check(list) }
  }

  private func checkList(_ text: String, _ fault: String, _ location: SourceLocation = #_sourceLocation) {
    let text = text.replacing("#", with: "\"\(Self.chunk)\"")
    let refusal = #expect(throws: Refusal.self, sourceLocation: location) { try FileList(text: Array(text.utf8)) }
    #expect(refusal?.description.contains(fault) == true, "\(String(describing: refusal))", sourceLocation: location)
  }

  @Test func aListOfTooManyValuesIsRefused() {
    checkList("[" + String(repeating: "0,", count: FleetLimits.maximumListValues) + "0]", "more than 1500000 values")
    checkList("[" + String(repeating: "0,", count: 100_000) + "0]", "100001 files")
  }

  @Test func invalidListsAreRefused() {
    checkList("{}", "not a JSON array")
    checkList("[]", "is empty")
    checkList("[{}]", "no path")
    checkList(#"[{"path":"a"}]"#, "lacks")
    checkList(#"[{"path":"a","size":-1,"sha256":#,"chunks":[#]}]"#, "lacks")
    checkList(#"[{"path":"a","size":1,"sha256":#,"chunks":[]}]"#, "wrong chunks")
    checkList(#"[{"path":"a","size":1,"sha256":#,"chunks":[#,#]}]"#, "wrong chunks")
    checkList(#"[{"path":"a","size":0,"sha256":#,"chunks":[#]}]"#, "wrong chunks")
    checkList(#"[{"path":"a","size":1,"sha256":#,"chunks":["x"]}]"#, "wrong chunks")
    checkList(#"[{"path":"../a","size":1,"sha256":#,"chunks":[#]}]"#, "begins with a dot")
    checkList(#"[{"path":"a","size":99999999,"sha256":#,"chunks":[#]}]"#, "99999999 bytes")
    checkList(
      #"[{"path":"b","size":1,"sha256":#,"chunks":[#]},{"path":"a","size":1,"sha256":#,"chunks":[#]}]"#, "order")
  }
}
