// SPDX-License-Identifier: MIT

/// A place, in points.
public struct Point: Sendable, Hashable {
  /// To the right.
  public var x: Double
  /// Down or up, as the program's coordinates go.
  public var y: Double

  /// A place.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in points.
public struct Size: Sendable, Hashable {
  /// From side to side.
  public var width: Double
  /// From top to bottom.
  public var height: Double

  /// A width and a height.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle, in points.
public struct Rect: Sendable, Hashable {
  /// The corner where it begins.
  public var origin: Point
  /// Its width and height.
  public var size: Size

  /// A rectangle.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// A rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }
}

/// Distances from the four edges, in points.
public struct EdgeInsets: Sendable, Hashable {
  /// From the top.
  public var top: Double
  /// From the left.
  public var left: Double
  /// From the bottom.
  public var bottom: Double
  /// From the right.
  public var right: Double

  /// Distances from the four edges.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
