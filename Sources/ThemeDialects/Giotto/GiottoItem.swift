// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A value of a theme before its declaration: one value may be declared under several keys, and key paths make objects that the
/// file does not contain.
struct GiottoItem {
  indirect enum Content {
    case literal(Value)
    /// A value that is used only if there was no good value before; a finding gives the reason.
    case faulty(Value)
    /// The constant of that name, else the text.
    case lookup(String)
    case font(name: String, size: GiottoValue.Size)
    case array([GiottoItem])
    case object(GiottoObject)
    /// A value that cannot be used; a finding gives the reason.
    case invalid
  }

  var content: Content
  /// The place of the value.
  var range: ByteRange
  /// The place of its key; empty without one.
  var keyRange = ByteRange(0, 0)

  /// An object over a single value, or the other way round.
  struct Clash {
    var over: GiottoItem
    var under: GiottoItem
    /// The keys that lead to both.
    var path: [String] = []
  }

  /// The number of nodes of its declaration.
  var weight: Int {
    switch content {
    case .literal, .faulty, .lookup, .invalid: 1
    case .font: 3
    case .array(let elements): elements.reduce(1) { $0 + $1.weight }
    case .object(let object): object.weight
    }
  }

  /// The object that the item becomes when a key path leads to it.
  func wrapped(in path: some BidirectionalCollection<String>) -> GiottoItem {
    path.reversed().reduce(self) { inner, key in
      var object = GiottoObject()
      object.lay(inner, at: key) { _ in }
      return GiottoItem(content: .object(object), range: range, keyRange: keyRange)
    }
  }

  /// Lays an item over this one: objects merge, and the parents of the upper one come over those of this one.
  mutating func lay(_ over: GiottoItem, reporting report: (Clash) -> Void) {
    if case .object(let top) = over.content, var object = takeObject() {
      object.lay(top, reporting: report)
      content = .object(object)
      return
    }
    switch (content, over.content) {
    case (.object, .object): preconditionFailure("the object was taken")
    case (.object, .literal), (.object, .faulty), (.object, .lookup), (.object, .font), (.object, .array),
      (.literal, .object), (.faulty, .object), (.lookup, .object), (.font, .object), (.array, .object):
      report(Clash(over: over, under: self))
      self = over
    case (.literal, _), (.faulty, _), (.lookup, _), (.font, _), (.array, _), (.invalid, _), (_, .invalid): self = over
    }
  }

  /// Removes and returns the object. A second reference to it, as in a `switch` over the content, would copy all members at the first
  /// change.
  private mutating func takeObject() -> GiottoObject? {
    guard case .object(let object) = content else { return nil }
    content = .invalid
    return object
  }

  /// Declares the item as the next node.
  func declare(as key: String? = nil, flags: Declarations.Flags = [], in builder: inout DeclarationBuilder) {
    switch content {
    case .literal(let value):
      builder.leaf(
        .literal, operand: builder.literal(value), flags: flags, key: key, keyRange: keyRange, range: range)
    case .faulty(let value):
      builder.leaf(
        .literal, operand: builder.literal(value), flags: flags.union(.isFaulty), key: key, keyRange: keyRange,
        range: range)
    case .lookup(let name):
      builder.leaf(
        .lookup, operand: builder.id(name, in: .constants), flags: flags, key: key, keyRange: keyRange, range: range)
    case .font(let name, let size):
      builder.begin(.font, flags: flags, key: key, keyRange: keyRange, range: range)
      builder.leaf(.lookup, operand: builder.id(name, in: .constants), key: Declarations.FontKey.name, range: range)
      switch size {
      case .number(let number):
        builder.leaf(.literal, operand: builder.literal(.number(number)), key: Declarations.FontKey.size, range: range)
      case .constant(let name):
        builder.leaf(.lookup, operand: builder.id(name, in: .constants), key: Declarations.FontKey.size, range: range)
      }
      builder.end()
    case .array(let elements):
      builder.begin(.array, flags: flags, key: key, keyRange: keyRange, range: range)
      for element in elements { element.declare(in: &builder) }
      builder.end()
    case .object(let object):
      builder.begin(.object, flags: flags, key: key, keyRange: keyRange, range: range)
      object.declareMembers(in: &builder)
      builder.end()
    case .invalid: builder.leaf(.invalid, flags: flags, key: key, keyRange: keyRange, range: range)
    }
  }
}
