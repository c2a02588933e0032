// SPDX-License-Identifier: GPL-2.0-or-later

import MessageDigest

/// A piece of a file or of a list of files, with its name.
package struct Chunk: Sendable {
  package let name: ChunkName
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    name = ChunkName(hashing: bytes)
  }
}

extension ChunkName {
  package init(hashing bytes: [UInt8]) {
    let digest = sha256(bytes)
    guard let name = ChunkName(digest) else { preconditionFailure("SHA-256 has 64 hexadecimal digits") }
    self = name
  }
}

/// The chunks of a text: all but the last have `size` bytes. An empty text has none.
package func chunks(of bytes: [UInt8], size: Int) -> [Chunk] {
  precondition(size > 0, "a chunk has bytes")
  if bytes.count <= size { return bytes.isEmpty ? [] : [Chunk(bytes)] }
  return stride(from: 0, to: bytes.count, by: size).map { start in
    Chunk(Array(bytes[start..<min(start + size, bytes.count)]))
  }
}
