// SPDX-License-Identifier: GPL-2.0-or-later

import CPlist
import ThemeModel

/// Reads a binary property list: libplist decodes it after a survey has checked the limits.
struct BinaryPropertyList {
  private var builder: SourceTreeBuilder
  private let survey: BinaryPropertyListSurvey

  /// The maximum nesting for native recursion, here and in libplist.
  static let deepest = 512

  /// - Precondition: there are at most `Int32.max` bytes.
  static func parse(_ bytes: [UInt8], limits: SyntaxLimits) -> (tree: SourceTree, findings: [Finding]) {
    var limits = limits
    limits.depth = min(limits.depth, deepest)
    var builder = SourceTreeBuilder(.binaryPropertyList, limits)
    do throws(BinaryPropertyListError) {
      let survey = try BinaryPropertyListSurvey(bytes, limits: limits)
      var list = Self(builder: builder, survey: survey)
      list.read(bytes)
      builder = list.builder
    } catch {
      builder.stop(error.finding)
    }
    return builder.finish(size: bytes.count)
  }

  private init(builder: SourceTreeBuilder, survey: BinaryPropertyListSurvey) {
    self.builder = builder
    self.survey = survey
  }

  private mutating func read(_ bytes: [UInt8]) {
    var root: plist_t?
    // libplist copies the needed bytes out of the buffer.
    bytes.withUnsafeBytes { buffer in
      plist_from_bin(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(buffer.count), &root)
    }
    guard let root else { return builder.stop(BinaryPropertyListError.damaged("libplist cannot read it").finding) }
    defer { plist_free(root) }
    append(root)
  }

  /// Appends a node and everything below it. Recursive: the survey has limited the nesting.
  private mutating func append(_ node: plist_t) {
    guard !builder.isStopped else { return }
    switch plist_get_node_type(node) {
    case PLIST_DICT:
      builder.beginObject()
      appendMembers(of: node)
      if !builder.isStopped { builder.end() }
    case PLIST_ARRAY:
      builder.beginArray()
      appendElements(of: node)
      if !builder.isStopped { builder.end() }
    case PLIST_STRING:
      var count: UInt64 = 0
      let text = plist_get_string_ptr(node, &count)
      // The text lives as long as its node, which outlives this call.
      if let text = checked(text, Int(clamping: count)) { builder.appendString(text.span) }
    case PLIST_BOOLEAN:
      var value: UInt8 = 0
      plist_get_bool_val(node, &value)
      builder.appendBool(value != 0)
    case PLIST_UINT:
      var value: UInt64 = 0
      plist_get_uint_val(node, &value)
      builder.appendNumber(number(value))
    case PLIST_REAL:
      var value = 0.0
      plist_get_real_val(node, &value)
      builder.appendNumber(value.isFinite ? .value(value) : .notFinite("\(value)"))
    case PLIST_DATE: builder.appendForeign("a date")
    case PLIST_DATA: builder.appendForeign("data")
    case PLIST_UID: builder.appendForeign("a reference of a keyed archive")
    default: builder.stop(BinaryPropertyListError.damaged("it contains a value of an unknown type").finding)
    }
  }

  /// libplist returns 64 bits of an integer without the sign, which is ambiguous only for integers of 16 bytes in the file.
  private func number(_ bits: UInt64) -> PropertyListNumber {
    let value = Int64(bitPattern: bits)
    if value < 0, survey.hasIntegersOf16Bytes { return .unheld("\(bits)") }
    return value.magnitude <= 1 << 53 ? .value(Double(value)) : .unheld("\(value)")
  }

  private mutating func appendMembers(of node: plist_t) {
    var iterator: plist_dict_iter?
    plist_dict_new_iter(node, &iterator)
    defer { plist_memory_free(iterator) }
    while !builder.isStopped {
      var key: UnsafeMutablePointer<CChar>?
      var value: plist_t?
      plist_dict_next_item(node, iterator, &key, &value)
      defer { plist_memory_free(key) }
      guard let key, let value else { return }
      var count = 0
      while key[count] != 0 { count += 1 }
      guard let text = checked(key, count) else { return }
      builder.appendKey(text.span)
      append(value)
    }
  }

  private mutating func appendElements(of node: plist_t) {
    var iterator: plist_array_iter?
    plist_array_new_iter(node, &iterator)
    defer { plist_memory_free(iterator) }
    while !builder.isStopped {
      var element: plist_t?
      plist_array_next_item(node, iterator, &element)
      guard let element else { return }
      append(element)
    }
  }

  /// The bytes of a text when they are UTF-8; stops otherwise.
  private mutating func checked(_ text: UnsafePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8>? {
    // The signed characters are the same bytes.
    let bytes = UnsafeRawBufferPointer(start: text, count: count).assumingMemoryBound(to: UInt8.self)
    if bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil { return bytes }
    builder.stop(BinaryPropertyListError.damaged("a text in it is not Unicode").finding)
    return nil
  }
}
