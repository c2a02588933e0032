// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LiveryConnection
import LiveryProtocol
import PreviewPage
import TextComparison
import ThemeModel

extension BundleAccess {
  /// The latest generations that the daemon keeps of a context, the oldest first. Costs two differences for each; those of very many
  /// values are left out. None where the daemon does not answer.
  func earlierSaves(in context: Context) -> [PageState.Save] {
    (try? newestSaves(in: context))?.reversed() ?? []
  }

  /// The newest first.
  private func newestSaves(in context: Context) throws(PreviewFailure) -> [PageState.Save] {
    let connection = try connect()
    let generations = try Self.call(
      ThemeInterface.ListGenerations {
        $0.bundle = options.bundle
        $0.context = ThemeInterface.Context(context)
      }, on: connection
    ).generations
    var saves: [PageState.Save] = []
    for (before, generation) in zip(generations.dropFirst(), generations) {
      guard let count = generation.changed, (1...Self.maximumDifference).contains(count) else { continue }
      if saves.count == PageState.maximumSaves { break }
      func patch(from: Int, to: Int) throws(PreviewFailure) -> [ThemeInterface.PatchOperation] {
        try Self.call(
          ThemeInterface.Diff {
            $0.bundle = options.bundle
            $0.context = ThemeInterface.Context(context)
            $0.from = from
            $0.to = to
          }, on: connection
        ).patch
      }
      let forward = try patch(from: before.generation, to: generation.generation)
      let back = try patch(from: generation.generation, to: before.generation)
      let old = BytewiseDictionary(back.map { ($0.path, $0.value?.jsonBytes) }, uniquingKeysWith: { $1 })
      let changes = forward.prefix(PageState.maximumChanges).map { operation in
        PageState.Save.Change(
          path: String(operation.path.dropFirst()), old: old[operation.path] ?? nil, new: operation.value?.jsonBytes)
      }
      saves.append(
        PageState.Save(
          generation: generation.generation, time: generation.time.secondsSince1970 * 1000, count: forward.count,
          changes: changes, isUnsaved: generation.kind == .overlay))
    }
    return saves
  }

  /// The changed values of a generation that is listed.
  private static let maximumDifference = 999
}
