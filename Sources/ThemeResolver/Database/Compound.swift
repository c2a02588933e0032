// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Hashes and size of a value that may have parts, computed from those of its parts: a new value costs its own parts, however
/// large these are.
struct Compound: Sendable {
  var contentHash: UInt64
  /// For tables in memory. It differs from process to process, like the hash of a `String`.
  var tableHash: UInt64
  var size: ExpandedSize

  /// Costs O(size of the value).
  init(of value: Value) {
    switch value {
    case .array(let elements): self.init(elements: elements.map(Compound.init))
    case .calls(let calls): self.init(calls: calls.map { $0.map(Compound.init) })
    case .object(let members):
      var size = ExpandedSize.one
      var sum: UInt64 = 0
      for member in members {
        let inner = Compound(of: member.value)
        size.add(inner.size)
        sum &+= ContentHash.member(ContentHash.of(member.key), inner.contentHash)
      }
      self.init(object: ContentHash.object(sum: sum), size)
    case .typed(let token):
      self.init(of: token.object)
      // Values that were written in other ways print alike, and have other parts.
      if let written = token.written { tableHash ^= written.tableHash }
    case .null, .bool, .number, .string, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point, .size,
      .rect,
      .edgeInsets:
      self.init(leaf: value, contentHash: ContentHash.of(value))
    }
  }

  /// A value without parts.
  init(leaf value: Value, contentHash: UInt64) {
    self.contentHash = contentHash
    tableHash = value.tableHash
    size = .one
  }

  init(object contentHash: UInt64, _ size: ExpandedSize) {
    self.contentHash = contentHash
    tableHash = contentHash
    self.size = size
  }

  init(elements: [Compound]) {
    contentHash = ContentHash.array(elements.lazy.map(\.contentHash))
    var hasher = Hasher()
    size = .one
    for element in elements {
      hasher.combine(element.tableHash)
      size.add(element.size)
    }
    tableHash = UInt64(truncatingIfNeeded: hasher.finalize())
  }

  init(calls: [[Compound]]) {
    contentHash = ContentHash.calls(calls.lazy.map { $0.lazy.map(\.contentHash) })
    var hasher = Hasher()
    size = .one
    for arguments in calls {
      let call = Compound(elements: arguments)
      hasher.combine(call.tableHash)
      size.add(call.size)
    }
    tableHash = UInt64(truncatingIfNeeded: hasher.finalize())
  }
}

extension Value {
  /// Whether the value has parts, so that its size is unbounded.
  var hasParts: Bool {
    switch self {
    case .array, .object, .calls, .typed: true
    case .null, .bool, .number, .string, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point, .size,
      .rect,
      .edgeInsets:
      false
    }
  }
}
