// SPDX-License-Identifier: MIT

/// Replaces the daemon in a program's tests: the program gets ``theme``, and the test sets its values and state.
///
/// ```swift
/// let double = ThemeDouble()
/// let screen = Screen(double.theme)
/// double.set("styles/RBButton/titleColor", to: .color(.white))
/// double.lose()
/// ```
///
/// It needs no daemon and writes no files. Each call is one generation, which readers get as from a daemon.
public final class ThemeDouble: Sendable {
  /// The theme for the program under test.
  public let theme: Theme
  private let publisher = StatePublisher()
  private let dialect: String?

  /// A theme without values, as before a daemon has answered.
  ///
  /// - Parameter dialect: the dialect of the bundle, `redbeard` or its like, which a program that themes elements needs; nil for a
  ///   bundle whose dialect is unknown.
  public init(dialect: String? = nil) {
    theme = Theme(fedBy: publisher)
    self.dialect = dialect
  }

  /// A live theme with these constants and styles.
  public convenience init(constants: Theme.Object = [:], styles: Theme.Object = [:], dialect: String? = nil) {
    self.init(dialect: dialect)
    publish(Self.values(constants, styles))
  }

  /// Sets the value at a path that begins with `constants/` or `styles/`. Missing objects above it are made.
  public func set(_ path: Theme.Path, to value: Theme.Value) {
    change { $0 = $0.setting(path.segments[...], to: value) }
  }

  /// Removes the value at a path, if there is one.
  public func remove(_ path: Theme.Path) {
    change { $0 = $0.setting(path.segments[...], to: nil) }
  }

  /// Replaces the list of diagnostics.
  public func setDiagnostics(_ diagnostics: [Theme.Diagnostic]) {
    publisher.publish { $0.diagnostics = diagnostics }
  }

  /// Ends the connection: the values stay and are stale.
  public func lose(
    since time: Theme.Timestamp = Theme.Timestamp(secondsSince1970: 0),
    problem: String = "the connection to the daemon is lost"
  ) {
    publisher.publish { state in
      state.connection = state.snapshot.isReady ? .stale(since: time) : .connecting
      state.problem = problem
    }
  }

  /// Makes the daemon refuse: the values stay.
  public func reject(_ rejection: Theme.Rejection, problem: String = "the daemon does not serve this bundle") {
    publisher.publish { state in
      state.connection = .rejected(rejection)
      state.problem = problem
    }
  }

  /// Restores the connection to a daemon with the same values.
  public func recover() { change { _ in } }

  private func change(_ change: (inout Theme.Object) -> Void) {
    publisher.publish { state in
      var values = state.snapshot.values
      if !state.snapshot.isReady { values = Self.values([:], [:]) }
      change(&values)
      show(values, in: &state)
    }
  }

  private func publish(_ values: Theme.Object) {
    publisher.publish { show(values, in: &$0) }
  }

  private static func values(_ constants: Theme.Object, _ styles: Theme.Object) -> Theme.Object {
    Theme.Object(contents: [("constants", .object(constants)), ("styles", .object(styles))])
  }

  private func show(_ values: Theme.Object, in state: inout ClientState) {
    let generation = state.snapshot.generation + 1
    let origin = Theme.Snapshot.Origin(
      bundle: "double", dialect: dialect, context: Theme.Context(), generation: generation,
      digest: "double-\(generation)")
    state.snapshot = Theme.Snapshot(origin: origin, values: values)
    state.connection = .live
    state.problem = nil
  }
}

extension Theme.Object {
  /// This object with a new value at a path, nil to remove it. Other values on the way become objects.
  fileprivate func setting(_ path: ArraySlice<String>, to value: Theme.Value?) -> Theme.Object {
    guard let key = path.first else { return self }
    var result = self
    if path.count == 1 {
      result[key: key] = value
    } else {
      let child = object(Theme.Path(segments: [key]))
      if value == nil, child.isEmpty { return self }
      result.setContent(.object(child.setting(path.dropFirst(), to: value)), of: key)
    }
    return result
  }
}
