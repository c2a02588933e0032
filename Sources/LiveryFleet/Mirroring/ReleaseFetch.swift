// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel
import FleetReleases
import LinuxIO
import MessageDigest

extension ReleaseBuilder {
  /// Chunks, and their bytes, that are in memory at a time.
  private static let maximumBatchChunks = 64
  private static let maximumBatchBytes = 2 << 20

  /// A chunk of a missing file.
  private struct Piece {
    let file: ListedFile
    let index: Int
    var name: ChunkName { file.chunks[index] }
    var isLast: Bool { index == file.chunks.count - 1 }
    /// At most; the chunks of a file have one size but for the last.
    var bytes: Int { file.size / file.chunks.count + 1 }
  }

  /// Fetches the bytes of all missing files, and verifies each chunk and each file.
  func fetchMissing(from bucket: Bucket) throws(FleetFailure) {
    for file in missing where file.chunks.isEmpty {
      try orFleetFailure(system: { () throws(SystemError) in try finish(make(file)) })
    }
    let pieces = missing.flatMap { file in file.chunks.indices.map { Piece(file: file, index: $0) } }
    var next = 0
    var open: NewFile?
    var digest = SHA256Digest()
    var size = 0
    while next < pieces.count {
      let batch = Self.batch(of: pieces[next...])
      next += batch.count
      for (piece, bytes) in zip(batch, try bucket.get(batch.map(\.name))) {
        if piece.index == 0 {
          open = try orFleetFailure(system: { () throws(SystemError) in try make(piece.file) })
          (digest, size) = (SHA256Digest(), 0)
        }
        digest.update(bytes)
        size += bytes.count
        guard size <= piece.file.size, let file = open.take() else { throw Self.mismatch(piece.file) }
        try orFleetFailure(system: { () throws(SystemError) in try file.append(bytes) })
        guard piece.isLast else {
          open = consume file
          continue
        }
        guard size == piece.file.size, ChunkName(digest.finish()) == piece.file.digest else {
          throw Self.mismatch(piece.file)
        }
        try end(file)
      }
    }
  }

  private func end(_ file: consuming NewFile) throws(FleetFailure) {
    do throws(SystemError) { try finish(file) } catch { throw .mirror(.system(error)) }
  }

  private static func mismatch(_ file: ListedFile) -> FleetFailure {
    .refused(Refusal("the chunks of \(quoted(file.path)) are not the file that the list names"))
  }

  private static func batch(of pieces: ArraySlice<Piece>) -> ArraySlice<Piece> {
    var bytes = 0
    return pieces.prefix(maximumBatchChunks).prefix { piece in
      defer { bytes += piece.bytes }
      return bytes == 0 || bytes + piece.bytes <= maximumBatchBytes
    }
  }
}
