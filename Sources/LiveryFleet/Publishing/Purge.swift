// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel

extension Bucket {
  /// The chunks that one purge removes at most; the next one goes on.
  private static let maximumPurged = 256

  /// Removes manifests beyond the last 32, and chunks that none of the others names and that are older than an hour by the clock of
  /// the server.
  ///
  /// A chunk is removed by the sequence of the copy whose age was read: a copy that was put since stays.
  func purge() throws(FleetFailure) -> (manifests: Int, chunks: Int) {
    let numbers = try manifests()
    guard let newest = numbers.last,
      let now = try connection.request(
        .init(subject: subjects.directGet(BucketKey.manifest(newest).description))
      ).time
    else { return (0, 0) }
    var named: [ReleaseNumber: Set<ChunkName>?] = [:]
    for number in numbers.suffix(FleetLimits.keptManifests) {
      let manifest = try? manifest(number)
      named[number] = manifest.flatMap { manifest in (try? list(of: manifest)).map(manifest.chunks(with:)) }
    }
    let plan = PurgePlan(manifests: numbers, chunks: try chunks(), named: named)
    // Manifests first: no manifest names a chunk that is gone.
    for number in plan.manifests { _ = try remove(.manifest(number), ifOlderThan: 0, now: now) }
    var count = 0
    for chunk in plan.chunks.prefix(Self.maximumPurged) {
      if try remove(.chunk(chunk), ifOlderThan: PurgePlan.minimumAge, now: now) { count += 1 }
    }
    return (plan.manifests.count, count)
  }

  private func remove(_ key: BucketKey, ifOlderThan seconds: Int, now: Int) throws(FleetFailure) -> Bool {
    let answer = try connection.request(.init(subject: subjects.directGet(key.description)))
    guard answer.status == nil, let sequence = answer.sequence, let time = answer.time, now - time >= seconds else {
      return false
    }
    try remove(sequence: sequence)
    return true
  }
}
