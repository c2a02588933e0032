// SPDX-License-Identifier: MIT

public import ThemeModel

/// A source of values: a ``Theme``, a ``Theme/Snapshot`` or ``Theme/Update``, an object.
///
/// No getter blocks, waits or throws. Each getter returns its default when the theme has no value of the type.
/// ``detail(_:default:)`` also returns whether it did, and the reason.
public protocol ThemeReadable {
  /// Looks up a path.
  func lookup(_ path: Theme.Path) -> Theme.Lookup
}

extension Theme {
  /// The result of a look-up.
  public enum Lookup: Sendable, Equatable {
    /// A value that is not an object; it may be null.
    case value(Value)
    /// An object: a style, or a part or a state of one.
    case object(Object)
    /// The theme has no value there.
    case notFound
    /// The theme has no values yet.
    case notReady
  }

  /// A value with its origin.
  public struct Detail<Value: Sendable>: Sendable {
    /// The result of the getter.
    public let value: Value
    /// The theme or the default.
    public let origin: DetailOrigin
  }

  /// The origin of a value.
  public enum DetailOrigin: Sendable, Hashable {
    /// The theme's value.
    case resolved
    /// The default, with the reason.
    case defaulted(DefaultReason)
  }

  /// Why a getter returned the default.
  public enum DefaultReason: Sendable, Hashable {
    /// The theme has no value at that path.
    case notFound
    /// The theme's value has this type instead: `string`, `null`.
    case wrongType(found: String)
    /// The theme has no values yet.
    case notReady
  }
}

extension ThemeReadable {
  /// The value at a path; nil without one. An object becomes a value with all its members:
  /// `object(_:default:)` finds an object without that cost.
  public subscript(path: Theme.Path) -> Theme.Value? {
    switch lookup(path) {
    case .value(let value): value
    case .object(let object): object.value
    case .notFound, .notReady: nil
    }
  }

  /// The value at a path in the type of the default, or the default.
  public func value<Wanted: ThemeConvertible>(_ path: Theme.Path, default defaultValue: Wanted) -> Wanted {
    detail(path, default: defaultValue).value
  }

  /// The same value with its origin.
  public func detail<Wanted: ThemeConvertible>(
    _ path: Theme.Path, default defaultValue: Wanted
  ) -> Theme.Detail<Wanted> {
    switch lookup(path) {
    case .value(let value):
      if let wanted = Wanted(themeValue: value) { return Theme.Detail(value: wanted, origin: .resolved) }
      return Theme.Detail(value: defaultValue, origin: .defaulted(.wrongType(found: value.typeName)))
    case .object(let object):
      if let wanted = object as? Wanted { return Theme.Detail(value: wanted, origin: .resolved) }
      let value = object.value
      if let wanted = Wanted(themeValue: value) { return Theme.Detail(value: wanted, origin: .resolved) }
      return Theme.Detail(value: defaultValue, origin: .defaulted(.wrongType(found: value.typeName)))
    case .notFound: return Theme.Detail(value: defaultValue, origin: .defaulted(.notFound))
    case .notReady: return Theme.Detail(value: defaultValue, origin: .defaulted(.notReady))
    }
  }
}

extension Theme.Object: ThemeReadable {
  /// The value at a path that begins at this object: `highlighted/titleColor`.
  public func lookup(_ path: Theme.Path) -> Theme.Lookup { lookup(path.segments[...]) }

  func lookup(_ segments: ArraySlice<String>) -> Theme.Lookup {
    var content = ObjectContent.object(self)
    for segment in segments {
      guard case .object(let object) = content, let next = object.content(of: segment) else { return .notFound }
      content = next
    }
    return switch content {
    case .value(let value): .value(value)
    case .object(let object): .object(object)
    }
  }
}
