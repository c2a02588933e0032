// SPDX-License-Identifier: MIT

import LiveryProtocol
import ThemeModel

/// Why a patch cannot be applied to the state: the sender has a different state.
struct PatchFailure: Error, Equatable {
  let reason: String
}

extension Theme.Object {
  /// Applies a JSON Patch (RFC 6902) with the operations of deltas: `add`, `remove` and `replace`, on members of objects at
  /// least one level down. A member that is removed or replaced must exist.
  ///
  /// An operation costs as much as a look-up, independently of the size of the object. An error changes nothing.
  mutating func apply(_ operations: [ThemeInterface.PatchOperation]) throws(PatchFailure) {
    var result = self
    for operation in operations {
      let path = operation.path
      guard !operation.op.isEmpty, path.utf8.first == UInt8(ascii: "/") else {
        throw PatchFailure(reason: "an operation lacks its name or path")
      }
      let segments = Theme.Path(path).segments
      guard segments.count > 1 else { throw PatchFailure(reason: "`\(path)` is not the path of a value") }
      switch (operation.op, operation.value.map(ObjectContent.init)) {
      case ("add", let content?): result = try result.setting(segments[...], path, to: content)
      case ("replace", let content?): result = try result.changing(segments[...], path, to: content)
      case ("remove", _): result = try result.changing(segments[...], path, to: nil)
      default: throw PatchFailure(reason: "`\(operation.op)` of `\(path)` cannot be applied")
      }
    }
    self = result
  }

  private func setting(
    _ segments: ArraySlice<String>, _ path: String, to content: ObjectContent
  ) throws(PatchFailure) -> Theme.Object {
    try descending(segments, path) { object, key throws(PatchFailure) in object.setContent(content, of: key) }
  }

  /// Replaces a member that must exist; nil removes it.
  private func changing(
    _ segments: ArraySlice<String>, _ path: String, to content: ObjectContent?
  ) throws(PatchFailure) -> Theme.Object {
    try descending(segments, path) { object, key throws(PatchFailure) in
      guard object.content(of: key) != nil else { throw PatchFailure(reason: "there is no value at `\(path)`") }
      object.setContent(content, of: key)
    }
  }

  /// This object with a change to the innermost object of a path. Recurses one frame a segment; a path has at most as many
  /// segments as objects are nested.
  private func descending(
    _ segments: ArraySlice<String>, _ path: String,
    _ change: (inout Theme.Object, _ key: String) throws(PatchFailure) -> Void
  ) throws(PatchFailure) -> Theme.Object {
    guard let key = segments.first else { throw PatchFailure(reason: "`\(path)` is not the path of a value") }
    var result = self
    if segments.count == 1 {
      try change(&result, key)
    } else {
      guard case .object(let child) = content(of: key) else {
        throw PatchFailure(reason: "there is no object above `\(path)`")
      }
      result.setContent(.object(try child.descending(segments.dropFirst(), path, change)), of: key)
    }
    return result
  }
}
