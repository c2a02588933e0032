// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
package import TextComparison

/// The content of `.livery-mirror`: what a directory mirrors, and which of its releases are ours.
package struct MirrorRecord: Hashable, Sendable {
  package static let format = 1
  package static let fileName = ".livery-mirror"
  /// Bytes of such a file.
  package static let maximumBytes = 64 << 10

  @Bytewise package var bucket: String
  /// Of the releases that were swapped to before the last one; nil before.
  @Bytewise package var bundle: String?
  /// The highest number that was ever swapped to; nil before the first.
  package var highest: ReleaseNumber?
  /// All releases that were begun and not removed, the oldest first. Nothing else is ever removed.
  package var releases: [ReleaseName]
  /// The release that was left by `--rollback`; nil when a higher one has been swapped to since.
  package var left: ReleaseNumber?

  /// The version of the server of the last connection.
  @Bytewise package var server: String?

  package init(bucket: String) {
    _bucket = Bytewise(bucket)
    _bundle = Bytewise(nil)
    _server = Bytewise(nil)
    releases = []
  }

  package var text: [UInt8] {
    var object = JSONObject([("format", .number(Double(Self.format))), ("bucket", .string(bucket))])
    object["bundle"] = bundle.map(JSONValue.string)
    object["highest"] = highest.map { .number(Double($0.value)) }
    object["left"] = left.map { .number(Double($0.value)) }
    object["server"] = server.map(JSONValue.string)
    object["releases"] = .array(releases.map { .string($0.description) })
    return Array((JSONValue.object(object).pretty + "\n").utf8)
  }

  package init(text: [UInt8]) throws(Refusal) {
    guard let json = try? JSONValue(parsing: text, maximumDepth: 8), let format = json["format"]?.integer else {
      throw Refusal("\(Self.fileName) is not a record of a mirror")
    }
    guard format == Self.format else {
      throw Refusal("\(Self.fileName) has format \(format): a newer livery-fleet is needed")
    }
    guard let bucket = json["bucket"]?.string, let names = json["releases"]?.array else {
      throw Refusal("\(Self.fileName) lacks a member")
    }
    _bucket = Bytewise(bucket)
    _bundle = Bytewise(json["bundle"]?.string)
    _server = Bytewise(json["server"]?.string)
    highest = json["highest"]?.integer.flatMap { ReleaseNumber(UInt64(clamping: $0)) }
    left = json["left"]?.integer.flatMap { ReleaseNumber(UInt64(clamping: $0)) }
    releases = names.compactMap { $0.string.flatMap(ReleaseName.init) }
    guard releases.count == names.count else { throw Refusal("\(Self.fileName) names a release in an unknown form") }
  }
}
