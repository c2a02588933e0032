// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import OutputConfiguration
import OutputFiles
import TextComparison
import ThemeModel
import ThemeOutputs

/// An output that is kept up to date: its themes, its reloads, and its last problem.
final class RunningOutput {
  var configuration: ConfiguredOutput {
    // Another selection or file has other paths.
    didSet { keptStructures = [] }
  }
  var target: OutputTarget
  /// The theme, then the theme of each mode.
  var themes: [FollowedTheme] = []
  /// The first of the tokens of its reloads.
  let token: UInt64
  let reloads: ReloadQueue
  /// The structures of its themes when the paths of its values were kept last.
  private var keptStructures: [Int] = []
  /// The reason why it is not written; nil if it is written, or before the first state.
  var problem: OutputProblem?
  /// The notes on its content that were printed last.
  var notes: [String] = []
  /// Whether a first try was made, with or without success.
  var isSettled = false

  init(_ configuration: ConfiguredOutput, _ target: OutputTarget, token: UInt64, _ reloads: ReloadQueue) {
    self.configuration = configuration
    self.target = target
    self.token = token
    self.reloads = reloads
  }

  var name: String { configuration.name }
  var path: String { configuration.path }
  var generation: Int { themes.first?.state?.generation ?? 0 }

  /// Whether it waits for a save: unsaved texts are part of a theme, and the user did not ask for them.
  var waitsForSave: Bool {
    !configuration.takesUnsaved && themes.contains { $0.state?.isUnsaved == true }
  }

  /// Makes the content of the file, from themes that are all live. Nil without a theme.
  func makeContent() throws(OutputProblem) -> OutputContent? {
    guard let request = try makeRequest() else { return nil }
    return try configuration.format.content(of: request)
  }

  /// Whether the present state has all values that the last file was made from.
  enum Completeness {
    case complete
    case lacks(path: String)
    /// The paths of the values in the file are unknown.
    case unknown
  }

  func completeness(_ written: WrittenPaths) -> Completeness {
    guard let known = written.paths(of: path), let request = try? makeRequest() else { return .unknown }
    let missing = known.subtracting(BytewiseSet(request.paths(for: configuration.format))).sorted().first
    return missing.map(Completeness.lacks) ?? .complete
  }

  /// Stores the paths of the file's values, if they may differ from those of the last write.
  func keepPaths(_ written: WrittenPaths) {
    let structures = themes.map { $0.state?.structure ?? 0 }
    guard structures != keptStructures, let request = try? makeRequest() else { return }
    keptStructures = structures
    written.keep(request.paths(for: configuration.format), of: path)
  }

  private func makeRequest() throws(OutputProblem) -> OutputRequest? {
    let writesReferences = configuration.format.writesReferences(configuration.options)
    var states: [OutputTheme] = []
    for followed in themes {
      guard let theme = writesReferences ? try followed.themeWithReferences() : followed.state?.theme else {
        return nil
      }
      states.append(theme)
    }
    guard let first = states.first else { return nil }
    var request = OutputRequest(theme: first)
    request.roles = configuration.roles
    request.choices = configuration.options
    // The patterns were checked as the configuration was read.
    try? request.select(configuration.select)
    for (mode, theme) in zip(configuration.modes, states.dropFirst()) {
      request.modes.append(OutputRequest.Mode(condition: mode.condition, theme: theme))
    }
    if let template = configuration.template { request.template = try Template(file: template) }
    return request
  }
}
