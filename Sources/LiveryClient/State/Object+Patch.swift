// SPDX-License-Identifier: MIT

import LiveryProtocol
import ThemeModel

/// Why a patch does not lead from the state that it came for: whoever sent it has another state in mind.
struct PatchFailure: Error, Equatable {
  let reason: String
}

extension Theme.Object {
  /// Applies a JSON Patch (RFC 6902) of the operations that a snapshot's deltas have: `add`, `remove` and `replace`, on
  /// members of objects at least one level down. Strict: what is removed or replaced has to be there.
  ///
  /// An operation costs what a look-up costs, whatever the size of the object. After an error the object is as it was.
  mutating func apply(_ operations: [ThemeInterface.PatchOperation]) throws(PatchFailure) {
    var result = self
    for operation in operations {
      let path = operation.path
      guard !operation.op.isEmpty, path.utf8.first == UInt8(ascii: "/") else {
        throw PatchFailure(reason: "an operation lacks its name or path")
      }
      let segments = Theme.Path(path).segments
      guard segments.count > 1 else { throw PatchFailure(reason: "`\(path)` is no path of a value") }
      let content = operation.value.map(ObjectContent.init)
      switch (operation.op, content) {
      case ("add", let content?): result = try result.replacing(segments[...], path) { _ in content }
      case ("replace", let content?): result = try result.replacing(segments[...], path) { $0 == nil ? nil : content }
      case ("remove", _):
        result = try result.removing(segments[...], path)
      default: throw PatchFailure(reason: "`\(operation.op)` of `\(path)` cannot be applied")
      }
    }
    self = result
  }

  /// - Parameter change: makes the new value of the old one; nil when that cannot be done.
  private func replacing(
    _ segments: ArraySlice<String>, _ path: String, _ change: (ObjectContent?) -> ObjectContent?
  ) throws(PatchFailure) -> Theme.Object {
    try descending(segments, path) { object, key throws(PatchFailure) in
      guard let content = change(object.content(of: key)) else {
        throw PatchFailure(reason: "there is nothing at `\(path)`")
      }
      object.setContent(content, of: key)
    }
  }

  private func removing(_ segments: ArraySlice<String>, _ path: String) throws(PatchFailure) -> Theme.Object {
    try descending(segments, path) { object, key throws(PatchFailure) in
      guard object.content(of: key) != nil else { throw PatchFailure(reason: "there is nothing at `\(path)`") }
      object.setContent(nil, of: key)
    }
  }

  /// This object with a change to the innermost one that a path leads to. Goes down one frame a segment, and a path has no
  /// more segments than there are objects in each other.
  private func descending(
    _ segments: ArraySlice<String>, _ path: String,
    _ change: (inout Theme.Object, _ key: String) throws(PatchFailure) -> Void
  ) throws(PatchFailure) -> Theme.Object {
    guard let key = segments.first else { throw PatchFailure(reason: "`\(path)` is no path of a value") }
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
