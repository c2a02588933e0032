// SPDX-License-Identifier: GPL-2.0-or-later

/// The limits of a release. Publisher and mirror have the same.
package enum FleetLimits {
  package static let maximumFiles = 100_000
  /// Directories of all files, with those above them: a path may have 512 of them.
  package static let maximumDirectories = 10_000
  package static let maximumFileBytes = 64 << 20
  package static let maximumBundleBytes = 1 << 30
  package static let maximumPathBytes = 1_024
  package static let maximumComponentBytes = 255
  /// Bytes of a chunk, where the server allows messages of this size.
  package static let maximumChunkBytes = 512 << 10
  /// Bytes of a message that are not the chunk: the server counts headers too.
  package static let messageOverhead = 1 << 10
  package static let maximumManifestBytes = 4 << 10
  /// Bytes of the list of files: its chunks have to fit into a manifest.
  package static let maximumListBytes = 48 * maximumChunkBytes
  /// JSON values of the list of files, without keys: 6 of each file, one more of each further chunk, and some that are ignored.
  package static let maximumListValues = 1_500_000
  /// Manifests whose chunks are kept in the bucket.
  package static let keptManifests = 32
  /// Releases that are kept in the directory of a mirror.
  package static let keptReleases = 3
  /// Releases in the directory of a mirror, whatever their age: its record has to fit into `MirrorRecord.maximumBytes`.
  package static let maximumStoredReleases = 1_500
  /// The smallest message that a server has to allow.
  package static let minimumChunkBytes = 16 << 10

  /// Bytes of a chunk on a server that allows messages of `maximumPayload` bytes; nil where they are too small to be useful.
  package static func chunkBytes(maximumPayload: Int) -> Int? {
    let bytes = min(maximumChunkBytes, maximumPayload - messageOverhead)
    return bytes < minimumChunkBytes ? nil : bytes
  }
}
