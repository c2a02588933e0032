// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// `contexts` and `limits`.
extension ManifestReader {
  private enum ContextKey: String, CaseIterable { case device, version, language, themes }
  private enum LimitKey: String, CaseIterable { case depth, fileSize, values }

  /// An invalid context is left out: a part of it would be another context than the author meant.
  mutating func readContexts(_ node: SourceTree.Node) {
    guard tree.kind(of: node) == .object else {
      return refuse(node, "contexts are given by name", help: "write { \"tablet\": { \"device\": \"pad\" } }")
    }
    for member in members(of: node) {
      guard let context = context(member.value) else { continue }
      manifest.contexts.append(NamedContext(name: tree.key(of: member), context: context))
    }
  }

  private mutating func context(_ node: SourceTree.Node) -> Context? {
    guard tree.kind(of: node) == .object else {
      refuse(node, "a context is an object", help: "its keys are device, version, language, themes")
      return nil
    }
    var device: Context.Device?
    var version: String?
    var language: String?
    var themes: [String] = []
    var isWhole = true
    readMembers(of: node, as: ContextKey.self) { (reader, key, value) in
      switch key {
      case .device: device = reader.device(value)
      case .version: version = reader.version(value)
      case .language: language = reader.text(value, "a language such as en_gb")
      case .themes: themes = reader.texts(value) ?? []
      }
      let isRead =
        switch key {
        case .device: device != nil
        case .version: version != nil
        case .language: language != nil
        case .themes: !themes.isEmpty || reader.tree.kind(of: value) == .array
        }
      isWhole = isWhole && isRead
    }
    return isWhole ? Context(device: device, version: version, language: language, themes: themes) : nil
  }

  private mutating func device(_ node: SourceTree.Node) -> Context.Device? {
    if let device = tree.string(of: node).flatMap(Context.Device.init(rawValue:)) { return device }
    let names = Context.Device.allCases.map(\.rawValue)
    let near = tree.string(of: node).flatMap { Suggestion.didYouMean($0, among: names) }
    refuse(node, "a device is one of: \(names.joined(separator: ", "))", help: near)
    return nil
  }

  private mutating func version(_ node: SourceTree.Node) -> String? {
    if let version = tree.string(of: node), Context.isVersion(version) { return version }
    refuse(node, "a version is a string of numbers joined by dots, such as \"9.3.1\"")
    return nil
  }

  mutating func readLimits(_ node: SourceTree.Node) {
    guard tree.kind(of: node) == .object else {
      return refuse(node, "limits are given by name", help: "write { \"depth\": 200 }")
    }
    readMembers(of: node, as: LimitKey.self) { (reader, key, value) in
      switch key {
      case .depth: reader.readLimit(value, \.depth, upTo: BundleLimits.ceiling.depth)
      case .fileSize: reader.readLimit(value, \.fileSize, upTo: BundleLimits.ceiling.fileSize ?? .max)
      case .values: reader.readLimit(value, \.values, upTo: BundleLimits.ceiling.values)
      }
    }
  }

  private mutating func readLimit(
    _ node: SourceTree.Node, _ limit: WritableKeyPath<BundleLimits, Int>, upTo ceiling: Int
  ) {
    guard let number = self.limit(node, upTo: ceiling) else { return }
    manifest.limits[keyPath: limit] = number
  }

  private mutating func readLimit(
    _ node: SourceTree.Node, _ limit: WritableKeyPath<BundleLimits, Int?>, upTo ceiling: Int
  ) {
    guard let number = self.limit(node, upTo: ceiling) else { return }
    manifest.limits[keyPath: limit] = number
  }

  private mutating func limit(_ node: SourceTree.Node, upTo ceiling: Int) -> Int? {
    if let number = tree.number(of: node).flatMap({ Int(exactly: $0) }), (1...ceiling).contains(number) {
      return number
    }
    refuse(node, "this limit is a whole number from 1 to \(ceiling)")
    return nil
  }
}
