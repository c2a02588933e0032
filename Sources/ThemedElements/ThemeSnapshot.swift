// SPDX-License-Identifier: MIT

import JSONText
import TextComparison
package import ThemeComposition
package import ThemeModel

/// All values of a bundle at one generation, in the context of this program.
public struct ThemeSnapshot: Sendable {
  /// The dialect of the bundle, whose rules give elements their properties: `redbeard`, `oracle`, `giotto`,
  /// `inlthemes`, `flat`.
  public let dialect: String
  /// The device whose variants of styles count.
  package let device: Context.Device?
  package let source: any StyleSource & Sendable

  package init(dialect: String, device: Context.Device?, source: any StyleSource & Sendable) {
    self.dialect = dialect
    self.device = device
    self.source = source
  }

  /// A snapshot from its JSON form, as `livery resolve` prints it and the daemon sends it; nil for other text.
  public init?(json bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes, maximumDepth: 512), let dialect = json["dialect"]?.string,
      let constants = json["constants"]?.object, let styles = json["styles"]?.object
    else { return nil }
    self.init(
      dialect: dialect, device: json["context"]?["device"]?.string.flatMap(Context.Device.init(rawValue:)),
      source: StyleTable(
        constants: Value.members(of: constants), styles: Value.members(of: styles),
        order: json["order"]?.array?.compactMap(\.string) ?? []))
  }
}

/// The constants and styles of a snapshot, all in memory.
package struct StyleTable: StyleSource, Sendable {
  private let constants: BytewiseDictionary<Value>
  private let styles: BytewiseDictionary<Value>
  package let styleIDs: [String]
  package let styleOrder: [String]

  /// Of members with one key the last counts.
  package init(constants: [Value.Member], styles: [Value.Member], order: [String] = []) {
    self.constants = BytewiseDictionary(constants.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    self.styles = BytewiseDictionary(styles.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    styleIDs = styles.map(\.key)
    styleOrder = order
  }

  package func style(_ id: String) -> Value? { styles[id] }
  package func constant(_ id: String) -> Value? { constants[id] }
}
