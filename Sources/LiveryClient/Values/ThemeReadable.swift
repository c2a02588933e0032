// SPDX-License-Identifier: MIT

public import ThemeModel

/// What values can be read from: a ``Theme``, a ``Theme/Snapshot`` or ``Theme/Update`` of one, an object within it.
///
/// No getter blocks, waits or throws, and each takes the default that it gives when there is nothing else to give.
/// ``detail(_:default:)`` says in addition whether it did, and why.
public protocol ThemeReadable {
  /// What is at a path.
  func lookup(_ path: Theme.Path) -> Theme.Lookup
}

extension Theme {
  /// What was found at a path.
  public enum Lookup: Sendable, Equatable {
    /// A value that is not an object; it may be null.
    case value(Value)
    /// An object: a style, or a part or a state of one.
    case object(Object)
    /// The theme says nothing there.
    case notFound
    /// Nothing of the theme is known yet.
    case notReady
  }

  /// A value that was asked for, and where it came from.
  public struct Detail<Value: Sendable>: Sendable {
    /// What the getter gives.
    public let value: Value
    /// Whether it is the theme's or the default.
    public let origin: DetailOrigin
  }

  /// Where a value that was asked for came from.
  public enum DetailOrigin: Sendable, Hashable {
    /// The theme says so.
    case resolved
    /// It is the default, because of this.
    case defaulted(DefaultReason)
  }

  /// Why a getter gave the default.
  public enum DefaultReason: Sendable, Hashable {
    /// The theme says nothing at that path.
    case notFound
    /// The theme has a value there that is not of the type that was asked for, but of this: `string`, `null`.
    case wrongType(found: String)
    /// Nothing of the theme is known yet.
    case notReady
  }
}

extension ThemeReadable {
  /// The value at a path as it is; nil when there is none. An object becomes a value with all its members:
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

  /// The same, and why it is what it is.
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
  /// What is at a path that begins at this object: `highlighted/titleColor`.
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
