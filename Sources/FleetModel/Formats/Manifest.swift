// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
package import TextComparison

/// The release of one number: the chunks of its list of files, and the digest that the files resolve to.
package struct Manifest: Hashable, Sendable {
  package static let format = 1

  package var number: ReleaseNumber
  /// The manifest that this one was built on; nil for the first.
  package var previous: ReleaseNumber?
  /// New at each start of a publisher.
  @Bytewise package var instance: String
  /// Of one publisher, for ever.
  @Bytewise package var publisher: String
  @Bytewise package var bundle: String
  /// Of the publisher's daemon; 0 without one.
  package var generation: Int
  /// Of the program that made `digest`.
  @Bytewise package var version: String
  /// Of the snapshot that these files give, without a context.
  @Bytewise package var digest: String
  package var files: Int
  package var bytes: Int
  package var list: [ChunkName]
  /// 128 hexadecimal digits of Ed25519.
  @Bytewise package var signature: String?

  package init(
    number: ReleaseNumber, previous: ReleaseNumber?, instance: String, publisher: String, bundle: String,
    generation: Int, version: String, digest: String, files: Int, bytes: Int, list: [ChunkName],
    signature: String? = nil
  ) {
    self.number = number
    self.previous = previous
    _instance = Bytewise(instance)
    _publisher = Bytewise(publisher)
    _bundle = Bytewise(bundle)
    self.generation = generation
    _version = Bytewise(version)
    _digest = Bytewise(digest)
    self.files = files
    self.bytes = bytes
    self.list = list
    _signature = Bytewise(signature)
  }

  /// The chunks of the list of files, and those of the files.
  package func chunks(with files: FileList) -> Set<ChunkName> {
    files.files.reduce(into: Set(list)) { $0.formUnion($1.chunks) }
  }

  /// The hash of the list: that of the names of its chunks, one after the other.
  package var listHash: ChunkName { ChunkName(hashing: list.flatMap { Array($0.description.utf8) }) }

  /// The signed text: bucket, bundle, number and the hash of the list, each on a line.
  package func signedText(bucket: String) -> [UInt8] {
    Array("livery-fleet \(Self.format)\n\(bucket)\n\(bundle)\n\(number.digits)\n\(listHash)\n".utf8)
  }
}

extension Manifest {
  package var json: JSONValue {
    var object = JSONObject([
      ("format", .number(Double(Self.format))), ("number", .number(Double(number.value))),
      ("previous", .number(Double(previous?.value ?? 0))), ("instance", .string(instance)),
      ("publisher", .string(publisher)), ("bundle", .string(bundle)), ("generation", .number(Double(generation))),
      ("version", .string(version)), ("digest", .string(digest)), ("files", .number(Double(files))),
      ("bytes", .number(Double(bytes))), ("list", .array(list.map { .string($0.description) })),
    ])
    object["signature"] = signature.map(JSONValue.string)
    return .object(object)
  }

  /// - Parameter number: that of the key.
  /// - Throws: why it is refused. Unknown members are ignored, an unknown format is not.
  package init(text: [UInt8], number: ReleaseNumber) throws(Refusal) {
    guard text.count < FleetLimits.maximumManifestBytes else {
      throw Refusal(
        "manifest \(number) has \(text.count) bytes; less than \(FleetLimits.maximumManifestBytes) are allowed")
    }
    guard let json = try? JSONValue(parsing: text, maximumDepth: 16), json.isObject else {
      throw Refusal("manifest \(number) is not a JSON object: is this a bucket of `livery publish`?")
    }
    try self.init(json: json, number: number)
  }

  package init(json: JSONValue, number: ReleaseNumber) throws(Refusal) {
    guard let format = json["format"]?.integer else { throw Refusal("manifest \(number) has no `format`") }
    guard format == Self.format else {
      throw Refusal("manifest \(number) has format \(format): a newer livery-fleet is needed")
    }
    func text(_ key: String, maximumBytes: Int) -> String? {
      json[key]?.string.flatMap { $0.utf8.count <= maximumBytes ? $0 : nil }
    }
    guard let instance = text("instance", maximumBytes: 64), let publisher = text("publisher", maximumBytes: 64),
      let bundle = text("bundle", maximumBytes: 255), let generation = json["generation"]?.integer,
      let version = text("version", maximumBytes: 64), let digest = text("digest", maximumBytes: 128),
      let files = json["files"]?.integer, let bytes = json["bytes"]?.integer, let names = json["list"]?.array,
      let previous = json["previous"]?.integer, previous >= 0
    else { throw Refusal("manifest \(number) lacks a member, or one has the wrong type or is too long") }
    guard json["number"]?.integer == Int(number.value) else {
      throw Refusal("manifest \(number) has a number that differs from its key")
    }
    let list = names.compactMap { $0.string.flatMap { ChunkName($0) } }
    guard list.count == names.count, !list.isEmpty else { throw Refusal("manifest \(number) has no valid `list`") }
    guard (0...FleetLimits.maximumFiles).contains(files) else {
      throw Refusal("manifest \(number) says \(files) files; at most \(FleetLimits.maximumFiles) are allowed")
    }
    guard (0...FleetLimits.maximumBundleBytes).contains(bytes) else {
      throw Refusal("manifest \(number) says \(bytes) bytes; at most \(FleetLimits.maximumBundleBytes) are allowed")
    }
    self.init(
      number: number, previous: ReleaseNumber(UInt64(previous)), instance: instance, publisher: publisher,
      bundle: bundle, generation: generation, version: version, digest: digest, files: files, bytes: bytes, list: list,
      signature: text("signature", maximumBytes: 128))
  }

  /// Throws unless a list is the one that this manifest promises.
  package func check(_ list: FileList) throws(Refusal) {
    guard list.files.count == files, list.bytes == bytes else {
      throw Refusal(
        "manifest \(number) says \(files) files of \(bytes) bytes, and its list has \(list.files.count) of \(list.bytes)"
      )
    }
  }
}
