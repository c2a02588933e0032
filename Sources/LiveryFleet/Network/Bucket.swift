// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel
import JSONText

/// A bucket on a connection: its chunks and its manifests.
final class Bucket {
  let connection: NATSConnection
  let subjects: Subjects
  /// Bytes of a chunk.
  let chunkBytes: Int
  /// The maximum number of pages of one list of keys. The server decides how many keys a page has.
  private static let maximumPages = 100

  init(_ connection: NATSConnection, name: String) throws(FleetFailure) {
    guard let chunkBytes = FleetLimits.chunkBytes(maximumPayload: connection.maximumPayload) else {
      throw .usage(
        "the server allows messages of \(connection.maximumPayload) bytes, which is too few",
        help: "set max_payload of nats-server to 1 MB")
    }
    self.connection = connection
    self.chunkBytes = chunkBytes
    subjects = Subjects(bucket: name)
  }

  // MARK: Keys

  /// The keys of a form, such as `m.*`, in any order.
  func keys(_ pattern: String) throws(FleetFailure) -> [String] {
    let prefix = subjects.key("").utf8.count
    var keys: [String] = []
    for _ in 0..<Self.maximumPages {
      let body: JSONValue = [
        "subjects_filter": .string(subjects.key(pattern)), "offset": .number(Double(keys.count)),
      ]
      let answer = try api(subjects.information, body)
      let page = answer["state"]?["subjects"]?.object?.members ?? []
      keys += page.map { String(decoding: $0.key.utf8.dropFirst(prefix), as: UTF8.self) }
      guard let total = answer["total"]?.integer, keys.count < total, !page.isEmpty else { return keys }
    }
    throw .store("the bucket has too many keys")
  }

  /// The numbers of all manifests, in order.
  func manifests() throws(FleetFailure) -> [ReleaseNumber] {
    let keys = try self.keys("m.*")
    return keys.compactMap { key in
      if case .manifest(let number)? = BucketKey(key) { number } else { nil }
    }.sorted()
  }

  /// The names of all chunks.
  func chunks() throws(FleetFailure) -> Set<ChunkName> {
    let keys = try self.keys("o.*")
    return Set(keys.compactMap { key in if case .chunk(let name)? = BucketKey(key) { name } else { nil } })
  }

  // MARK: Reading

  /// The text of a manifest; nil where there is none. A replica answers, and the leader when that has none.
  func manifestText(_ number: ReleaseNumber) throws(FleetFailure) -> [UInt8]? {
    if let text = try replicaText(number) { return text }
    return try leaderGet(BucketKey.manifest(number).description)
  }

  /// The text of a manifest that was announced: an announcement comes before the replicas have the manifest, or without it ever being
  /// created. Waits for half a second.
  func announcedText(_ number: ReleaseNumber) throws(FleetFailure) -> [UInt8]? {
    for round in 0..<10 {
      if let text = try replicaText(number) { return text }
      try connection.pause(nanoseconds: 500_000 << UInt64(round))
    }
    return try manifestText(number)
  }

  private func replicaText(_ number: ReleaseNumber) throws(FleetFailure) -> [UInt8]? {
    let key = BucketKey.manifest(number).description
    let answer = try connection.request(.init(subject: subjects.directGet(key)))
    if answer.status == nil { return answer.bytes }
    guard answer.status == 404 else { throw .noBucket(subjects.bucket) }
    return nil
  }

  func manifest(_ number: ReleaseNumber) throws(FleetFailure) -> Manifest? {
    guard let text = try manifestText(number) else { return nil }
    return try orFleetFailure(refusal: { () throws(Refusal) in try Manifest(text: text, number: number) })
  }

  /// The bytes of chunks, verified; in order.
  ///
  /// - Throws: `store` for a chunk that is missing, or whose bytes do not have its hash.
  func get(_ names: [ChunkName]) throws(FleetFailure) -> [[UInt8]] {
    let keys = names.map { BucketKey.chunk($0).description }
    let answers = try connection.exchange(keys.map { .init(subject: subjects.directGet($0)) })
    var chunks: [[UInt8]] = []
    for (name, answer) in zip(names, answers) {
      if answer.status == nil, ChunkName(hashing: answer.bytes) == name {
        chunks.append(answer.bytes)
        continue
      }
      if answer.status == 503 { throw .noBucket(subjects.bucket) }
      // A replica may be behind. The leader has the last word.
      guard let bytes = try leaderGet(BucketKey.chunk(name).description) else {
        throw .store("the chunk \(name) is missing in the bucket")
      }
      guard ChunkName(hashing: bytes) == name else { throw .store("the chunk \(name) is corrupt in the bucket") }
      chunks.append(bytes)
    }
    return chunks
  }

  /// The list of files of a manifest, checked.
  func list(of manifest: Manifest) throws(FleetFailure) -> FileList {
    let text = try get(manifest.list).flatMap(\.self)
    return try orFleetFailure(refusal: { () throws(Refusal) in
      let list = try FileList(text: text)
      try manifest.check(list)
      return list
    })
  }

  private func leaderGet(_ key: String) throws(FleetFailure) -> [UInt8]? {
    let answer = try rawAPI(subjects.leaderGet, ["last_by_subj": .string(subjects.key(key))])
    if answer["error"]?["code"]?.integer == 404 { return nil }
    try check(answer)
    guard let message = answer["message"] else { throw .store("an answer without a message") }
    return message["data"]?.string.flatMap(Base64.decode) ?? []
  }

  // MARK: Writing

  /// Puts chunks, many at a time.
  func put(_ chunks: [Chunk]) throws(FleetFailure) {
    let requests = chunks.map {
      NATSConnection.Request(subject: subjects.key(.chunk($0.name)), bytes: $0.bytes)
    }
    for answer in try connection.exchange(requests) { _ = try stored(answer) }
  }

  /// Creates a manifest. An error says nothing about whether it is there.
  func create(_ manifest: Manifest) throws(FleetFailure) {
    let request = NATSConnection.Request(
      subject: subjects.key(.manifest(manifest.number)), bytes: manifest.json.bytes, expectedLast: 0)
    _ = try stored(try connection.request(request))
  }

  /// Removes the copy of a key that has a sequence. One that was put since stays.
  func remove(sequence: UInt64) throws(FleetFailure) {
    _ = try rawAPI(subjects.deletion, ["seq": .number(Double(sequence)), "no_erase": true])
  }

  /// Removes a manifest. One that is gone is not an error.
  func remove(_ number: ReleaseNumber) throws(FleetFailure) {
    let key = BucketKey.manifest(number).description
    guard let sequence = try connection.request(.init(subject: subjects.directGet(key))).sequence else { return }
    try remove(sequence: sequence)
  }

  private func stored(_ answer: Answer) throws(FleetFailure) -> JSONValue {
    if answer.status == 503 { throw .noBucket(subjects.bucket) }
    let json = (try? JSONValue(parsing: answer.bytes)) ?? .null
    try check(json)
    guard json["seq"]?.integer != nil else { throw .store("an answer without a sequence") }
    return json
  }

  // MARK: The API of JetStream

  private func rawAPI(_ subject: String, _ body: JSONValue) throws(FleetFailure) -> JSONValue {
    let answer = try connection.request(.init(subject: subject, bytes: body.bytes))
    if answer.status == 503 { throw .store("JetStream is not enabled, or has no leader") }
    guard let json = try? JSONValue(parsing: answer.bytes) else { throw .store("an answer that is not JSON") }
    return json
  }

  private func api(_ subject: String, _ body: JSONValue) throws(FleetFailure) -> JSONValue {
    let answer = try rawAPI(subject, body)
    try check(answer)
    return answer
  }

  private func check(_ answer: JSONValue) throws(FleetFailure) {
    guard let error = answer["error"] else { return }
    if error["err_code"]?.integer == 10_059 { throw .noBucket(subjects.bucket) }
    throw .store(error["description"]?.string ?? error.text)
  }

  // MARK: Making buckets

  /// Makes the stream of a bucket. An existing stream with the same settings is not an error.
  ///
  /// - Parameter seconds: the age at which values expire, 1 or more; such a bucket is kept in memory, on one node. Nil for a bucket on
  ///   disk, whose values never expire.
  static func make(
    _ name: String, on connection: NATSConnection, replicas: Int, forgettingAfter seconds: Int?
  ) throws(FleetFailure) {
    let subjects = Subjects(bucket: name)
    let nanoseconds = Double(seconds ?? 0) * 1e9
    let configuration: JSONValue = [
      "name": .string(subjects.stream), "subjects": [.string(subjects.key(">"))], "retention": "limits",
      "max_consumers": -1, "max_msgs": -1, "max_bytes": -1, "max_msg_size": -1, "max_msgs_per_subject": 1,
      "max_age": .number(nanoseconds), "storage": seconds == nil ? "file" : "memory",
      "num_replicas": .number(Double(replicas)), "discard": "new",
      "duplicate_window": .number(seconds.map { min(Double($0), 120) * 1e9 } ?? 120e9),
      // Old copies are removed by their sequence; nothing else is ever removed.
      "deny_delete": false, "deny_purge": true, "allow_rollup_hdrs": false, "allow_direct": true,
    ]
    let bucket = try Bucket(connection, name: name)
    _ = try bucket.api(subjects.creation, configuration)
  }
}
