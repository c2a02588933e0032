// SPDX-License-Identifier: MIT

public import LiveryClient
import ThemeModel
public import ThemedElements

extension Theming {
  /// Applies each state of a theme, until the theme is closed or the task is cancelled.
  ///
  ///     let theming = Theming()
  ///     Task { await theming.follow(Theme(bundle: "aurora")) }
  ///
  /// It runs on the calling actor, to which the elements belong.
  public func follow(_ theme: Theme, isolation: isolated (any Actor)? = #isolation) async {
    for await update in theme.updates {
      if let snapshot = ThemeSnapshot(update.snapshot) { applyTheme(snapshot) }
    }
  }
}

extension ThemeSnapshot {
  /// The snapshot of a followed theme; nil before the first one has come, and of a ``ThemeDouble`` without a dialect.
  ///
  /// Styles are read when elements need them.
  public init?(_ snapshot: Theme.Snapshot) {
    guard let dialect = snapshot.dialect else { return nil }
    self.init(
      dialect: dialect, device: snapshot.context.device.flatMap(Context.Device.init(rawValue:)),
      source: FollowedTheme(snapshot: snapshot))
  }
}
