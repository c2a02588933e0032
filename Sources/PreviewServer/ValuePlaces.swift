// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The declarations of a value that a page can change.
struct ValuePlaces {
  /// A declaration, and the path of the value that it changes.
  struct Place {
    let path: String
    let step: ExplanationStep
  }

  /// The end of the chain of references. It may be inherited: its path is that of the style that declares it.
  let source: Place?
  /// The reference at the path itself, where `source` is the end of its chain.
  let reference: Place?

  /// - Parameter steps: of the explanation of `path`.
  init(of path: String, _ steps: [ExplanationStep]) {
    // Modifiers, and what they refer to, are numbers beside the value.
    let winners = steps.prefix { $0.kind != .modifier }.filter { $0.status == .won }
    source = winners.last.map { Place(path: $0.pathOfDeclaration, step: $0) }
    guard winners.count > 1, let first = winners.first, first.isReference, first.inherits.isEmpty,
      Bytewise(first.path) == Bytewise(path)
    else {
      reference = nil
      return
    }
    reference = Place(path: path, step: first)
  }
}

extension ExplanationStep {
  fileprivate var isReference: Bool {
    switch content {
    case .reference, .lookup: true
    case .literal, .object, .array, .font, .glyph, .colorReference, .calls, .invalid, nil: false
    }
  }

  /// The path of the value at the declaration: in the style that it is inherited from.
  fileprivate var pathOfDeclaration: String {
    let segments = Path.segments(of: path, keepingEscapes: true)
    guard let parent = inherits.last, let key, let section = segments.first else { return path }
    let keys = segments.suffix(Path.segments(of: key).count)
    return ([section, Path.escape(parent.id)] + keys).joined(separator: "/")
  }
}
