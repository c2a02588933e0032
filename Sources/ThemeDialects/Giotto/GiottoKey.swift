// SPDX-License-Identifier: GPL-2.0-or-later

/// The key of a property: one key path or several between commas, the segments of a path between dots. Blanks around
/// either do not count. A state stands before the first segment and stays part of it: `selected:layer.borderColor` leads
/// to the member `borderColor` of `selected:layer`.
struct GiottoKey: Hashable {
  /// The segments of each path, at least one.
  var paths: [[String]] = []
  /// The parts between commas that are not paths, since a segment is empty.
  var broken: [String] = []

  init(_ key: String) {
    if !key.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }) {
      let segment = key.trimmingBlanks
      if segment.isEmpty { broken = [segment] } else { paths = [[segment]] }
      return
    }
    for path in GiottoValue.parts(of: key[...]) {
      let segments = path.parts(between: ".").map { String($0.trimmingBlanks) }
      if segments.contains("") { broken.append(path) } else { paths.append(segments) }
    }
  }
}
