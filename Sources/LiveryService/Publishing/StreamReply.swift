// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import ThemeEngine
import ThemeModel

/// A reply to Register.
///
/// A message is a short head, which names the consumer, and a body that all consumers of one context, selection and mode share.
/// The body is encoded once.
enum StreamReply {
  /// - Parameters:
  ///   - among: the ids that the selection names; nil to look at all.
  ///   - diagnostics: set on the first reply of a stream.
  case snapshot(Snapshot, selecting: Selection, among: NamedIDs? = nil, diagnostics: [Diagnostic]?)
  /// - Parameter diagnostics: set on the first reply of a stream.
  case delta(Delta, diagnostics: [Diagnostic]?)
  case diagnostics([Diagnostic], held: Int, isUnsaved: Bool)
  /// The last reply.
  case end(reason: String)

  /// The message up to the comma after the consumer's name.
  static func head(for consumer: ConsumerNumber) -> [UInt8] {
    var writer = JSONWriter(reserving: 48)
    writer.beginObject()
    writer.key("parameters")
    writer.beginObject()
    writer.member("consumer", consumer.name)
    return writer.drainBytes() + [UInt8(ascii: ",")]
  }

  /// The rest of the message, its NUL included.
  func body() -> SharedBytes { body(shorterThan: Int.max) ?? SharedBytes([]) }

  /// The rest of the message if it is shorter than `length` bytes. Costs follow `length`.
  func body(shorterThan length: Int) -> SharedBytes? {
    var writer = JSONWriter(reserving: 1024)
    writer.maximum = length
    writer.beginObject()
    switch self {
    case .snapshot(let snapshot, let selection, let ids, let diagnostics):
      writer.member("event", "snapshot")
      writer.key("snapshot")
      guard snapshot.write(to: &writer, selecting: selection, among: ids, maximum: length) else { return nil }
      if let diagnostics { writer.member("diagnostics", diagnostics) }
    case .delta(let delta, let diagnostics):
      writer.member("event", "delta")
      writer.key("delta")
      delta.write(to: &writer)
      if let diagnostics { writer.member("diagnostics", diagnostics) }
    case .diagnostics(let diagnostics, let held, let isUnsaved):
      writer.member("event", "diagnostics")
      writer.member("diagnostics", diagnostics)
      if held > 0 { writer.member("held", held) }
      if isUnsaved { writer.member("unsaved", true) }
    case .end(let reason):
      writer.member("event", "end")
      writer.member("reason", reason)
    }
    writer.endObject()
    var bytes = writer.drainBytes()
    switch self {
    case .snapshot, .delta, .diagnostics: bytes += ",\"continues\":true}\0".utf8
    case .end: bytes += "}\0".utf8
    }
    // The object was opened by the head.
    return bytes.count - 1 < length ? SharedBytes(bytes.dropFirst()) : nil
  }
}
