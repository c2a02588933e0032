// SPDX-License-Identifier: MIT

package import JSONText
import ThemeModel

/// The reason why a patch cannot be applied.
package struct PatchFailure: Error {
  package let path: String
}

extension JSONValue {
  /// Applies a JSON Patch as RFC 6902 says, strictly: a removed or replaced value has to be there. Operations `add`,
  /// `remove` and `replace`, on objects alone.
  package func patched(by patch: JSONValue) throws -> JSONValue {
    var value = self
    for operation in patch.array ?? [] {
      let path = operation["path"]?.string ?? ""
      let segments = Path.segments(of: path)
      guard let name = operation["op"]?.string, ["add", "remove", "replace"].contains(name),
        (operation["value"] != nil) == (name != "remove")
      else { throw PatchFailure(path: path) }
      value = try value.setting(segments[...], to: operation["value"], mustExist: name != "add", path: path)
    }
    return value
  }

  private func setting(
    _ segments: ArraySlice<String>, to value: JSONValue?, mustExist: Bool, path: String
  ) throws -> JSONValue {
    guard var object, let key = segments.first else { throw PatchFailure(path: path) }
    if segments.count == 1 {
      if mustExist, object[key] == nil { throw PatchFailure(path: path) }
      object[key] = value
    } else {
      guard let child = object[key] else { throw PatchFailure(path: path) }
      object[key] = try child.setting(segments.dropFirst(), to: value, mustExist: mustExist, path: path)
    }
    return .object(object)
  }
}
