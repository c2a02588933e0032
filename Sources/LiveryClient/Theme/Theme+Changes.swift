// SPDX-License-Identifier: MIT

extension Theme {
  /// Where two states of a theme differ.
  ///
  /// It consists of both states: making it is free, and a query about a path costs as much as looking
  /// that path up, however much has changed elsewhere.
  public struct Changes: Sendable {
    private let old: Object
    private let new: Object

    init(from old: Snapshot, to new: Snapshot) {
      self.old = old.values
      self.new = new.values
    }

    /// Whether both states are the same.
    public var isEmpty: Bool { old == new }

    /// Whether anything at this path or below it has changed, come or gone.
    public func contains(_ path: Path) -> Bool { old.lookup(path) != new.lookup(path) }

    /// The paths of all values that have changed, come or gone, sorted. Of an object that both states have these are the
    /// members that differ; of one that came or went it is the object.
    public var paths: [Path] {
      var paths: [Path] = []
      Self.collect(&paths, ["constants"], .object(old.object("constants")), .object(new.object("constants")))
      Self.collect(&paths, ["styles"], .object(old.object("styles")), .object(new.object("styles")))
      return paths.sorted()
    }

    private static func collect(_ paths: inout [Path], _ way: [String], _ old: ObjectContent?, _ new: ObjectContent?) {
      if case .object(let old) = old, case .object(let new) = new {
        _ = new.root.forEachDifference(from: old.root) { key, old, new in
          collect(&paths, way + [key], old, new)
          return true
        }
      } else if old != new {
        paths.append(Path(segments: way))
      }
    }
  }
}
