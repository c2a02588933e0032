// SPDX-License-Identifier: MIT

/// Stands in for the daemon in a program's tests: the program is handed ``theme``, and the test says what it shows.
///
/// ```swift
/// let double = ThemeDouble()
/// let screen = Screen(double.theme)
/// double.set("styles/RBButton/titleColor", to: .color(.white))
/// double.lose()
/// ```
///
/// Nothing is connected and nothing is kept. Each call is one generation, which readers are told of as they are by a daemon.
public final class ThemeDouble: Sendable {
  /// What the program under test is handed.
  public let theme: Theme
  private let board = Board()

  /// A theme of which nothing is known yet, as before a daemon has answered.
  public init() { theme = Theme(fedBy: board) }

  /// A theme that is live and has these constants and styles.
  public convenience init(constants: Theme.Object = [:], styles: Theme.Object = [:]) {
    self.init()
    publish(Self.values(constants, styles))
  }

  /// Gives the value at a path, which begins `constants/` or `styles/`, and makes the objects above it that are missing.
  public func set(_ path: Theme.Path, to value: Theme.Value) {
    change { $0 = $0.setting(path.segments[...], to: value) }
  }

  /// Takes away what is at a path; nothing happens when there is nothing.
  public func remove(_ path: Theme.Path) {
    change { $0 = $0.setting(path.segments[...], to: nil) }
  }

  /// Replaces all that is wrong with the theme's files.
  public func setDiagnostics(_ diagnostics: [Theme.Diagnostic]) {
    board.publish { $0.diagnostics = diagnostics }
  }

  /// The daemon is gone: the values stay and are stale.
  public func lose(
    since moment: Theme.Timestamp = Theme.Timestamp(secondsSince1970: 0),
    problem: String = "the connection to the daemon is lost"
  ) {
    board.publish { state in
      state.connection = state.snapshot.isReady ? .stale(since: moment) : .connecting
      state.problem = problem
    }
  }

  /// The daemon answers, and refuses: the values stay.
  public func reject(_ rejection: Theme.Rejection, problem: String = "the daemon does not serve this bundle") {
    board.publish { state in
      state.connection = .rejected(rejection)
      state.problem = problem
    }
  }

  /// The daemon is there again, and has the values that are known.
  public func recover() { change { _ in } }

  private func change(_ change: (inout Theme.Object) -> Void) {
    board.publish { moment in
      var values = moment.snapshot.values
      if !moment.snapshot.isReady { values = Self.values([:], [:]) }
      change(&values)
      Self.show(values, in: &moment)
    }
  }

  private func publish(_ values: Theme.Object) {
    board.publish { Self.show(values, in: &$0) }
  }

  private static func values(_ constants: Theme.Object, _ styles: Theme.Object) -> Theme.Object {
    Theme.Object(contents: [("constants", .object(constants)), ("styles", .object(styles))])
  }

  private static func show(_ values: Theme.Object, in moment: inout Moment) {
    let generation = moment.snapshot.generation + 1
    let origin = Theme.Snapshot.Origin(
      bundle: "double", dialect: nil, context: Theme.Context(), generation: generation, digest: "double-\(generation)")
    moment.snapshot = Theme.Snapshot(origin: origin, values: values)
    moment.connection = .live
    moment.problem = nil
  }
}

extension Theme.Object {
  /// This object with another value at a path, nil for none. What is no object on the way becomes one.
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
