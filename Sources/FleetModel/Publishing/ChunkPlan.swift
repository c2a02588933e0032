// SPDX-License-Identifier: GPL-2.0-or-later

/// The chunks that a publisher puts before its manifest.
///
/// A chunk that the manifest below names is safe as long as it is there: it is among the last 32, and stays so until this manifest is
/// created. Every other chunk is put, also when it is there already: a new copy is younger than any that is being purged.
package struct ChunkPlan: Hashable, Sendable {
  /// Sorted by name.
  package let puts: [ChunkName]
  /// Named by the manifest below; whether they are there has to be known.
  package let kept: [ChunkName]

  /// - Parameters:
  ///   - needed: the chunks of all files and of the list.
  ///   - previous: the chunks that the manifest below names, of files and list; empty without one.
  ///   - present: the chunks in the bucket; nil without a recent look.
  package init(needed: Set<ChunkName>, previous: Set<ChunkName>, present: Set<ChunkName>?) {
    let kept = needed.filter { previous.contains($0) && present?.contains($0) ?? true }
    self.kept = kept.sorted { $0.description < $1.description }
    puts = needed.subtracting(kept).sorted { $0.description < $1.description }
  }
}

/// The manifests and chunks that are purged from a bucket.
package struct PurgePlan: Hashable, Sendable {
  /// Manifests beyond the last 32.
  package let manifests: [ReleaseNumber]
  /// Chunks that none of the last 32 names. Each is purged only when the server says that it is older than an hour, and only the
  /// copy of which it said so.
  package let chunks: [ChunkName]

  package static let minimumAge = 3_600

  /// - Parameter named: the chunks that each kept manifest names. A manifest whose list cannot be read is nil, and keeps all chunks.
  package init(manifests: [ReleaseNumber], chunks: some Sequence<ChunkName>, named: [ReleaseNumber: Set<ChunkName>?]) {
    let kept = manifests.sorted().suffix(FleetLimits.keptManifests)
    self.manifests = manifests.sorted().dropLast(FleetLimits.keptManifests)
    let sets = kept.map { named[$0] ?? nil }
    guard sets.allSatisfy({ $0 != nil }) else {
      self.chunks = []
      return
    }
    let union = sets.reduce(into: Set<ChunkName>()) { $0.formUnion($1 ?? []) }
    self.chunks = chunks.filter { !union.contains($0) }.sorted { $0.description < $1.description }
  }
}
