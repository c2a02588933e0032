// SPDX-License-Identifier: MIT

extension Theme {
  /// A font as a theme asks for it; what it leaves out is the program's choice.
  public struct Font: Sendable {
    /// A font of the platform.
    public enum System: String, Sendable, Hashable {
      case regular
      case bold
      case italic
    }

    /// Of a face or family.
    public var name: String?
    /// A text style of the platform, such as `headline`.
    public var textStyle: String?
    /// Which font of the platform, when the theme names no face.
    public var system: System?
    /// In points, above 0.
    public var size: Double?

    /// A font; nothing of it has to be said.
    public init(name: String? = nil, textStyle: String? = nil, system: System? = nil, size: Double? = nil) {
      self.name = name
      self.textStyle = textStyle
      self.system = system
      self.size = size
    }
  }

  /// An icon of a glyph font.
  public struct Glyph: Sendable {
    /// As the glyph font calls it.
    public var name: String
    /// The program's choice when the theme names none.
    public var color: Color?
    /// In points, above 0.
    public var height: Double?

    /// An icon; only its name has to be said.
    public init(name: String, color: Color? = nil, height: Double? = nil) {
      self.name = name
      self.color = color
      self.height = height
    }
  }
}
