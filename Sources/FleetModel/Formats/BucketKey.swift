// SPDX-License-Identifier: GPL-2.0-or-later

/// A key of a bucket: `o.SHA256` of a chunk, or `m.NUMBER` of a manifest.
package enum BucketKey: Hashable, Sendable, CustomStringConvertible {
  case chunk(ChunkName)
  case manifest(ReleaseNumber)

  /// Nil for keys of other forms.
  package init?(_ text: String) {
    if text.hasPrefix("o."), let chunk = ChunkName(text.utf8.dropFirst(2)) {
      self = .chunk(chunk)
    } else if text.utf8.count == 22, text.hasPrefix("m."), let number = ReleaseNumber(digits: String(text.dropFirst(2)))
    {
      self = .manifest(number)
    } else {
      return nil
    }
  }

  package var description: String {
    switch self {
    case .chunk(let chunk): "o.\(chunk)"
    case .manifest(let number): "m.\(number.digits)"
    }
  }
}

/// The name of a chunk: the SHA-256 of its bytes, in 64 hexadecimal digits of lower case.
package struct ChunkName: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init?(_ text: some Collection<UInt8>) {
    guard text.count == 64, text.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
      return nil
    }
    description = String(decoding: text, as: UTF8.self)
  }

  package init?(_ text: String) { self.init(text.utf8) }

  // The digits are ASCII.
  package static func == (left: ChunkName, right: ChunkName) -> Bool {
    left.description.utf8.elementsEqual(right.description.utf8)
  }
}
