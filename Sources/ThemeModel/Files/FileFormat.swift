// SPDX-License-Identifier: MIT

/// A format that theme files are written in.
package enum FileFormat: Sendable, CaseIterable {
  case json, xmlPropertyList, binaryPropertyList, yaml

  /// The endings of names of files in this format.
  package var nameEndings: [String] {
    switch self {
    case .json: [".json", ".tokens"]
    case .xmlPropertyList: [".plist", ".xml"]
    case .binaryPropertyList: [".plist"]
    case .yaml: [".yaml", ".yml"]
    }
  }

  /// The format that a file's name implies: the first of several. The ending `.xml` implies none.
  package init?(named path: String) {
    if path.hasSuffix(".plist") {
      self = .xmlPropertyList
    } else if path.hasSuffix(".json") || path.hasSuffix(".tokens") {
      self = .json
    } else if path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
      self = .yaml
    } else {
      return nil
    }
  }

  /// Whether the file is a property list.
  package var isPropertyList: Bool {
    switch self {
    case .json, .yaml: false
    case .xmlPropertyList, .binaryPropertyList: true
    }
  }

  /// Whether the file is a text, so that its values have lines and columns.
  package var isText: Bool {
    switch self {
    case .json, .xmlPropertyList, .yaml: true
    case .binaryPropertyList: false
    }
  }

  /// The endings of all formats, each once.
  private static let allNameEndings = allCases.reduce(into: [String]()) { endings, format in
    endings += format.nameEndings.filter { !endings.contains($0) }
  }

  /// Whether a file of this name may be a theme file.
  package static func mayBeTheme(fileName: String) -> Bool { allNameEndings.contains(where: fileName.hasSuffix) }
}
