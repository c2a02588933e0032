// SPDX-License-Identifier: GPL-2.0-or-later

/// The content of a file before a generation, as its difference from the content after it.
struct ReplacedFile {
  private enum Form {
    case whole(FileChange.Content)
    /// Both are texts.
    case both(before: [UInt8], after: [UInt8])
    /// The bytes between the first `prefix` and the last `suffix` bytes of the later text.
    case part(TextDifference, bytes: [UInt8], laterCount: Int)
  }

  private let form: Form
  /// See `FileChange.isByBounds`.
  let isByBounds: Bool

  private init(_ form: Form, isByBounds: Bool) {
    self.form = form
    self.isByBounds = isByBounds
  }

  init(before: FileChange.Content, after: FileChange.Content, isByBounds: Bool) {
    self.isByBounds = isByBounds
    if case .bytes(let before) = before, case .bytes(let after) = after {
      form = .both(before: before, after: after)
    } else {
      form = .whole(before)
    }
  }

  /// The same in less memory. Costs a pass over the file.
  var shortened: ReplacedFile {
    guard case .both(let before, let after) = form else { return self }
    let difference = TextDifference(before, after)
    return ReplacedFile(
      .part(
        difference, bytes: Array(before[difference.prefix..<(before.count - difference.suffix)]),
        laterCount: after.count), isByBounds: isByBounds)
  }

  var byteCount: Int {
    switch form {
    case .whole(.bytes(let bytes)), .both(let bytes, _), .part(_, let bytes, _): bytes.count
    case .whole(.gone), .whole(.unreadable): 0
    }
  }

  /// - Parameter after: the content after the generation.
  /// - Returns: nil when that is not the content that the difference was made from.
  func content(before after: FileChange.Content) -> FileChange.Content? {
    switch form {
    case .whole(let content): return content
    case .both(let before, _): return .bytes(before)
    case .part(let difference, let bytes, let laterCount):
      guard case .bytes(let after) = after, after.count == laterCount else { return nil }
      return .bytes(after.prefix(difference.prefix) + bytes + after.suffix(difference.suffix))
    }
  }
}
