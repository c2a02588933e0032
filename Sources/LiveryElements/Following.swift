// SPDX-License-Identifier: MIT

public import LiveryClient
import ThemeModel
public import ThemedElements

extension Theming {
  /// Takes over each state of a theme, until the theme is closed or the task is cancelled.
  ///
  ///     let theming = Theming()
  ///     Task { await theming.follow(Theme(bundle: "aurora")) }
  ///
  /// It runs on the actor that calls it, which is the one that the elements belong to.
  public func follow(_ theme: Theme, isolation: isolated (any Actor)? = #isolation) async {
    for await update in theme.updates {
      if let snapshot = ThemeSnapshot(update.snapshot) { applyTheme(snapshot) }
    }
  }
}

extension ThemeSnapshot {
  /// What a theme that is followed says; nil as long as nothing has come.
  ///
  /// Costs nothing by itself: styles are read as elements ask for them.
  public init?(_ snapshot: Theme.Snapshot) {
    guard let dialect = snapshot.dialect else { return nil }
    self.init(
      dialect: dialect, device: snapshot.context.device.flatMap(Context.Device.init(rawValue:)),
      source: FollowedTheme(snapshot: snapshot))
  }
}
