// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

extension OutputFormat {
  static let android = OutputFormat(
    name: "android", group: .native, comment: nil,
    summary: "Resources of Android: colours, lengths and texts, a directory such as src/main/livery", options: [],
    modes: .appearances,
    policy:
      "Colours are in sRGB, lengths in dp. Whole numbers of 32 bits are integers, other numbers texts. Values other than these, texts, "
      + "true and false are left out.",
    takeover: "a build of the program; `res.srcDirs` of a source set names the directory",
    makesDirectory: true
  ) { (request, _) throws(OutputProblem) in
    let base = try AndroidResources(request.entries())
    var parts = [base.part(in: "values")]
    for mode in request.modes {
      // `night` and `notnight` are the qualifiers of Android.
      let folder = mode.appearance == .dark ? "values-night" : "values-notnight"
      let resources = try AndroidResources(mode.theme.entries(in: request.selection))
      parts.append(resources.differing(from: base).part(in: folder))
    }
    return .directory(parts.sorted { $0.path.precedesBytewise($1.path) })
  }
}

/// The resources of a file in a folder such as `values`.
private struct AndroidResources {
  struct Resource {
    let name: String
    /// Of the element.
    let kind: String
    /// As XML.
    let text: String
    let path: String
  }

  private(set) var resources: [Resource] = []

  init(_ entries: [OutputTheme.Entry]) throws(OutputProblem) {
    for entry in entries {
      let name = Self.name(try OutputName.css(entry))
      guard let (kind, text) = try Self.resource(entry) else { continue }
      resources.append(Resource(name: name, kind: kind, text: text, path: entry.path))
    }
    // Each kind of resource has names of its own. They are compared as if all shared one class, and names have no capitals.
    try OutputName.checkUnique(resources.map { ($0.name, $0.path) }) { $0 }
  }

  /// The resources that the base has with a different value. A resource that the base lacks would be missing in its contexts.
  func differing(from base: AndroidResources) -> AndroidResources {
    var known: BytewiseDictionary<Resource> = [:]
    for resource in base.resources { known[resource.name] = resource }
    var copy = self
    copy.resources = resources.filter { resource in
      guard let other = known[resource.name] else { return false }
      return other.kind != resource.kind || Bytewise(other.text) != Bytewise(resource.text)
    }
    return copy
  }

  func part(in folder: String) -> OutputContent.Part {
    let lines = resources.map { "  <\($0.kind) name=\"\($0.name)\">\($0.text)</\($0.kind)>" }
    let text = (["<resources>"] + lines + ["</resources>", ""]).joined(separator: "\n")
    return OutputContent.Part(path: "\(folder)/livery.xml", text: text)
  }

  /// Letters of a to z, digits and `_`. A word of Java, which the build makes a field of, gets `_`.
  private static func name(_ name: String) -> String {
    let spelt = String(
      decoding: name.lowercased().utf8.map { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) ? $0 : 0x5F },
      as: UTF8.self)
    if reservedWords.contains(spelt) { return spelt + "_" }
    return spelt.utf8.first.map { (0x30...0x39).contains($0) } == true ? "_\(spelt)" : spelt
  }

  private static let reservedWords = BytewiseSet(
    """
    _ abstract assert boolean break byte case catch char class const continue default do double else enum extends false final
    finally float for goto if implements import instanceof int interface long native new null package private protected public
    return short static strictfp super switch synchronized this throw throws transient true try void volatile while
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// The element and its content; nil for values that resources do not have.
  private static func resource(_ entry: OutputTheme.Entry) throws(OutputProblem) -> (String, String)? {
    if let color = entry.value.srgbColor {
      let alpha = Color(red: color.alpha, green: 0, blue: 0).hex.dropFirst().prefix(2)
      return ("color", "#\(alpha)\(color.hex.dropFirst())".uppercased())
    }
    if case .typed = entry.value, let length = entry.value.points { return ("dimen", "\(numberText(length))dp") }
    switch entry.value {
    case .number(let number):
      // A fraction has no element of its own.
      return Int32(exactly: number).map { ("integer", "\($0)") } ?? ("string", numberText(number))
    case .bool(let truth): return ("bool", "\(truth)")
    case .string(let string): return ("string", try escaped(string, at: entry.path))
    case .null, .array, .object, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point, .size, .rect,
      .edgeInsets, .calls, .typed:
      return nil
    }
  }

  /// A text of XML, and of Android's resources within: quotes keep blanks, and a backslash keeps signs.
  private static func escaped(_ text: String, at path: String) throws(OutputProblem) -> String {
    var escaped = "\""
    for scalar in try printable(text, at: path).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"", "\\", "'", "@", "?": escaped += "\\\(scalar == "\"" ? "&quot;" : String(scalar))"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped + "\""
  }
}
