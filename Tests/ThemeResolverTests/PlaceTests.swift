// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import ThemeModel

@testable import ThemeResolver

/// The places of values in a file, after a whole read and after edits of one id. A length from 65,535 bytes on is stored apart.
@Suite struct PlaceTests {
  /// A file of objects one behind the other, and a type with the place of them all, as a group of tokens has one. All keys have a
  /// suffix, so that their places are known.
  private struct Sketch {
    /// The lengths of the texts in each object.
    var objects: [[Int]]

    /// The place of an object; with the number of objects, the place behind the last.
    func start(of number: Int) -> Int { objects[..<number].reduce(10) { $0 + Self.size($1) + 10 } }

    static func size(_ texts: [Int]) -> Int { texts.reduce(2) { $0 + $1 + 6 } }

    /// - Parameter areWhole: whether each object is a literal.
    func declarations(areWhole: Bool = false) -> Declarations {
      var builder = DeclarationBuilder()
      let range = ByteRange(5, start(of: objects.count))
      builder.entry("types", in: .types)
      builder.begin(.first, range: range)
      builder.leaf(.reference, operand: builder.id("types", in: .ownTypes), range: range)
      builder.end()
      for (number, texts) in objects.enumerated() {
        if areWhole {
          let start = start(of: number)
          builder.entry("object\(number)_iPad", in: .styles)
          builder.leaf(
            .literal, operand: builder.literal(.null), keyRange: ByteRange(start - 5, start - 1),
            range: ByteRange(start, start + Self.size(texts)))
        } else {
          let key = ByteRange(start(of: number) - 5, start(of: number) - 1)
          Self.declare(number, texts, key, at: start(of: number), in: &builder)
        }
      }
      return builder.declarations
    }

    static func declare(
      _ number: Int, _ texts: [Int], _ key: ByteRange, at start: Int, in builder: inout DeclarationBuilder
    ) {
      builder.entry("object\(number)_iPad", in: .styles)
      builder.begin(.object, keyRange: key, range: ByteRange(start, start + size(texts)))
      var place = start + 1
      for (index, length) in texts.enumerated() {
        builder.leaf(
          .literal, operand: builder.literal(.number(Double(length))), key: "text\(index)_iPad",
          keyRange: ByteRange(place, place + 4), range: ByteRange(place + 5, place + 5 + length))
        place += length + 6
      }
      builder.end()
    }
  }

  /// The first file has the objects with their texts. The second one has the places of the objects alone, which move with those of
  /// the first.
  private func resolver(_ sketch: Sketch) -> Resolver {
    var resolver = Resolver(rules: Bench.rules, suffixes: ["_iPad"])
    _ = resolver.update(FileID(0), sketch.declarations())
    _ = resolver.update(FileID(1), sketch.declarations(areWhole: true))
    return resolver
  }

  /// Replaces an object alone.
  private func replace(_ number: Int, of sketch: inout Sketch, by texts: [Int], in resolver: inout Resolver) throws {
    let start = sketch.start(of: number)
    let growth = Sketch.size(texts) - Sketch.size(sketch.objects[number])
    let entry = try #require(resolver.entry(in: FileID(0), around: ByteRange(start + 1, start + 1)))
    #expect(entry.name == "object\(number)_iPad")
    var builder = DeclarationBuilder()
    Sketch.declare(number, texts, ByteRange(1, 4), at: 7, in: &builder)
    let changes = resolver.update(FileID(0), entry, builder.declarations, moved: start - 7, growth: growth)
    #expect(changes?.count == (texts == sketch.objects[number] ? 0 : 1))
    resolver.movePlaces(in: FileID(1), from: entry.range.end, by: growth)
    sketch.objects[number] = texts
  }

  private func checkPlaces(
    _ resolver: Resolver, _ sketch: Sketch, _ location: SourceLocation = #_sourceLocation
  ) throws {
    for (number, areWhole) in [false, true].enumerated() {
      let file = try #require(resolver.database.files[number])
      let declared = sketch.declarations(areWhole: areWhole).nodes
      let ranges = declared.map(\.range)
      #expect(file.nodes.indices.map(file.range) == ranges, "\(sketch.objects)", sourceLocation: location)
      let keys = declared.enumerated().filter { $1.keyRange != ByteRange(0, 0) }
        .map { (UInt32($0), $1.keyRange) }
      #expect(file.keyRanges == Dictionary(uniqueKeysWithValues: keys), "\(sketch.objects)", sourceLocation: location)
    }
  }

  private static let lengths = [65_534, 65_535, 65_536, 70_000, 1 << 20]

  @Test(arguments: lengths) func placesOfAnyLength(length: Int) throws {
    // A text, an object and the type around all have this length.
    for text in [length, length - 8, length - 8 - 15] {
      let sketch = Sketch(objects: [[text]])
      try checkPlaces(resolver(sketch), sketch)
    }
  }

  /// A text in the middle grows beyond the limit and shrinks again: so do its object and the type around all.
  @Test(arguments: lengths) func lengthsCrossTheLimit(length: Int) throws {
    for short in [0, 65_000, 65_533] {
      for numbers in [[length], [length, 1], [length, length]] {
        var sketch = Sketch(objects: [[1, 70_000], [short], [70_000, 2]])
        var resolver = resolver(sketch)
        for texts in [numbers, [short], numbers, []] {
          try replace(1, of: &sketch, by: texts, in: &resolver)
          try checkPlaces(resolver, sketch)
        }
      }
    }
  }

  @Test func randomEditsMoveAllPlaces() throws {
    var random = SplitMix(seed: 5)
    var sketch = Sketch(objects: [[], [1], [20_000], []])
    var resolver = resolver(sketch)
    for _ in 0..<1_000 {
      let count = Int.random(in: 0...3, using: &random)
      let texts = (0..<count).map { _ in random.one(of: [0, 1, 100, 21_800, 30_000, 65_500] + Self.lengths) }
      try replace(random.one(of: Array(sketch.objects.indices)), of: &sketch, by: texts, in: &resolver)
      try checkPlaces(resolver, sketch)
    }
  }
}
