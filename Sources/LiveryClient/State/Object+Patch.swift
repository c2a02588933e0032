// SPDX-License-Identifier: MIT

/// Why a patch does not lead from the state that it came for: whoever sent it has another state in mind.
struct PatchFailure: Error, Equatable {
  let reason: String
}

extension Theme.Object {
  /// Applies a JSON Patch (RFC 6902) of the operations that a snapshot's deltas have: `add`, `remove` and `replace`, on
  /// members of objects at least one level down. Strict: what is removed or replaced has to be there.
  ///
  /// An operation costs what a look-up costs, whatever the size of the object. After an error the object is as it was.
  mutating func apply(_ operations: [MessageValue]) throws(PatchFailure) {
    var result = self
    for operation in operations {
      guard let name = operation["op"]?.string, let path = operation["path"]?.string,
        path.utf8.first == UInt8(ascii: "/")
      else {
        throw PatchFailure(reason: "an operation lacks its name or path")
      }
      let segments = Theme.Path(path).segments
      guard segments.count > 1 else { throw PatchFailure(reason: "`\(path)` is no path of a value") }
      let value = operation.member("value").map { Theme.Value($0) }
      switch (name, value) {
      case ("add", let value?): result = try result.replacing(segments[...], path) { _ in value }
      case ("replace", let value?): result = try result.replacing(segments[...], path) { $0 == nil ? nil : value }
      case ("remove", _):
        result = try result.removing(segments[...], path)
      default: throw PatchFailure(reason: "`\(name)` of `\(path)` cannot be applied")
      }
    }
    self = result
  }

  /// - Parameter change: makes the new value of the old one; nil when that cannot be done.
  private func replacing(
    _ segments: ArraySlice<String>, _ path: String, _ change: (Theme.Value?) -> Theme.Value?
  ) throws(PatchFailure) -> Theme.Object {
    try descending(segments, path) { object, key throws(PatchFailure) in
      guard let value = change(object[key: key]) else { throw PatchFailure(reason: "there is nothing at `\(path)`") }
      object[key: key] = value
    }
  }

  private func removing(_ segments: ArraySlice<String>, _ path: String) throws(PatchFailure) -> Theme.Object {
    try descending(segments, path) { object, key throws(PatchFailure) in
      guard object[key: key] != nil else { throw PatchFailure(reason: "there is nothing at `\(path)`") }
      object[key: key] = nil
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
      guard case .object(let child) = self[key: key] else {
        throw PatchFailure(reason: "there is no object above `\(path)`")
      }
      result[key: key] = .object(try child.descending(segments.dropFirst(), path, change))
    }
    return result
  }
}
