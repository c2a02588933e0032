// SPDX-License-Identifier: GPL-2.0-or-later

/// The subjects of NATS for a bucket, and the permissions that each user needs.
package struct Subjects: Sendable {
  package let bucket: String

  /// - Parameter bucket: a valid name.
  package init(bucket: String) { self.bucket = bucket }

  package var stream: String { "KV_\(bucket)" }
  package func key(_ key: String) -> String { "$KV.\(bucket).\(key)" }
  package func key(_ key: BucketKey) -> String { self.key(key.description) }
  package var allManifests: String { key("m.*") }

  /// The number of the manifest that a message on a subject announces; nil for other subjects.
  package func announcedNumber(_ subject: String) -> ReleaseNumber? {
    let prefix = key("")
    guard subject.hasPrefix(prefix),
      case .manifest(let number)? = BucketKey(String(subject.utf8.dropFirst(prefix.utf8.count)) ?? "")
    else { return nil }
    return number
  }

  package func directGet(_ key: String) -> String { "$JS.API.DIRECT.GET.\(stream).\(self.key(key))" }
  /// The read that the leader of the stream answers.
  package var leaderGet: String { "$JS.API.STREAM.MSG.GET.\(stream)" }
  package var information: String { "$JS.API.STREAM.INFO.\(stream)" }
  package var creation: String { "$JS.API.STREAM.CREATE.\(stream)" }
  package var deletion: String { "$JS.API.STREAM.MSG.DELETE.\(stream)" }
}

/// The kinds of users of a bucket.
package enum FleetRole: String, CaseIterable, Sendable {
  case publisher, mirror, administrator
}

extension FleetRole {
  /// The subjects that a user of this kind may publish to and subscribe to.
  ///
  /// - Parameter name: of the one mirror whose reports a user may write; nil for any mirror.
  package func permissions(bucket: String, mirror name: String? = nil) -> (publish: [String], subscribe: [String]) {
    let subjects = Subjects(bucket: bucket)
    let status = Subjects(bucket: FleetName.statusBucket(of: bucket))
    let reading = [subjects.information, subjects.leaderGet, "$JS.API.DIRECT.GET.\(subjects.stream).>"]
    let readingStatus = [status.information, "$JS.API.DIRECT.GET.\(status.stream).>"]
    let inbox = "_INBOX.>"
    switch self {
    case .publisher:
      return (
        reading + [subjects.key("o.*"), subjects.allManifests, subjects.deletion], [inbox, subjects.allManifests]
      )
    case .mirror: return (reading + [status.key(name ?? ">")], [inbox, subjects.allManifests])
    case .administrator:
      return (reading + readingStatus + [subjects.creation, status.creation], [inbox, subjects.allManifests])
    }
  }

  /// The permissions of all kinds, as a part of the configuration of nats-server.
  package static func configuration(bucket: String, mirror: String?) -> String {
    var text = "# Permissions for the bucket \(bucket): a part of the configuration of nats-server.\n"
    for role in allCases {
      let (publish, subscribe) = role.permissions(bucket: bucket, mirror: mirror)
      text += "\(role.rawValue): {\n"
      text += "  publish: { allow: [\(list(publish))] }\n"
      text += "  subscribe: { allow: [\(list(subscribe))] }\n}\n"
    }
    return text
  }

  private static func list(_ subjects: [String]) -> String { subjects.map { "\"\($0)\"" }.joined(separator: ", ") }
}
