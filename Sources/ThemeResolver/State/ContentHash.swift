// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// Hashes of content that are the same in every process. Digests consist of them.
///
/// The hash of an object is a mixed sum of its members' hashes: adding or removing a member costs O(1), and the order of the
/// members does not count.
enum ContentHash {
  /// Spreads every bit of the input over the whole word (the finaliser of SplitMix64, Steele et al. 2014).
  static func mix(_ value: UInt64) -> UInt64 {
    var value = value &+ 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  static func combine(_ left: UInt64, _ right: UInt64) -> UInt64 {
    mix(left &* 0xFF51_AFD7_ED55_8CCD ^ right)
  }

  /// A hash in two halves, so that a type that stores it needs no padding to eight bytes.
  struct Packed: Hashable, Sendable {
    private let high: UInt32
    private let low: UInt32

    init(_ hash: UInt64) {
      high = UInt32(truncatingIfNeeded: hash >> 32)
      low = UInt32(truncatingIfNeeded: hash)
    }

    var value: UInt64 { UInt64(high) << 32 | UInt64(low) }
  }

  static func of(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      var hash: UInt64 = 0x6C69_7665_7279_0001
      var at = 0
      while at + 8 <= bytes.count {
        hash = combine(hash, UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)))
        at += 8
      }
      var rest: UInt64 = 0
      while at < bytes.count {
        rest = rest << 8 | UInt64(bytes[at])
        at += 1
      }
      return combine(combine(hash, rest), UInt64(bytes.count))
    }
  }

  /// The summand of a member in the hash of its object.
  static func member(_ key: UInt64, _ value: UInt64) -> UInt64 { combine(key, value) }

  /// The hash of an object from the sum of its members.
  static func object(sum: UInt64) -> UInt64 { combine(2, sum) }

  /// The hash of an array from those of its elements.
  static func array(_ elements: some Sequence<UInt64>) -> UInt64 { elements.reduce(5, combine) }

  /// The hash of calls from those of their arguments.
  static func calls(_ calls: some Sequence<some Sequence<UInt64>>) -> UInt64 {
    calls.reduce(15) { combine($0, $1.reduce(16, combine)) }
  }

  static func of(_ value: Value) -> UInt64 {
    switch value {
    case .null: combine(1, 0)
    case .bool(let value): combine(1, value ? 2 : 1)
    case .number(let value): combine(3, of(value))
    case .string(let value): combine(4, of(value))
    case .array(let elements): array(elements.lazy.map(of))
    case .object(let members):
      object(sum: members.reduce(0) { $0 &+ member(of($1.key), of($1.value)) })
    case .color(let color): combine(6, of(color))
    case .colorReference(let color): combine(7, of(color))
    case .colorInSpace(let color):
      color.plain.map { combine(6, of($0)) }
        ?? color.components.reduce(
          combine(combine(18, of(color.space.rawValue)), combine(of(color.hex), of(color.alpha)))
        ) {
          combine($0, $1.map(of) ?? 0)
        }
    case .font(let font):
      combine(
        combine(combine(8, of(font.name)), of(font.textStyle)),
        combine(of(font.system?.rawValue), font.size.map(of) ?? 0))
    case .image(let name): combine(9, of(name))
    case .glyph(let glyph):
      combine(combine(combine(10, of(glyph.name)), glyph.color.map(of) ?? 0), glyph.height.map(of) ?? 0)
    case .point(let point): [point.x, point.y].reduce(11) { combine($0, of($1)) }
    case .size(let size): [size.width, size.height].reduce(12) { combine($0, of($1)) }
    case .rect(let rect):
      [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height].reduce(13) { combine($0, of($1)) }
    case .edgeInsets(let edges):
      [edges.top, edges.left, edges.bottom, edges.right].reduce(14) { combine($0, of($1)) }
    case .calls(let calls): self.calls(calls.lazy.map { $0.lazy.map(of) })
    case .typed(let token): of(token.object)
    }
  }

  private static func of(_ text: String?) -> UInt64 { text.map { of($0) } ?? 0 }

  private static func of(_ number: Double) -> UInt64 { mix((number == 0 ? 0 : number).bitPattern) }

  private static func of(_ color: Color) -> UInt64 {
    [color.red, color.green, color.blue, color.alpha].reduce(17) { combine($0, of($1)) }
  }
}
