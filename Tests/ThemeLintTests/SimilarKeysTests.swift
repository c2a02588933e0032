// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import ThemeModel

@testable import ThemeLint

@Suite struct SimilarKeysTests {
  private func keys(_ keys: [String]) -> SimilarKeys {
    SimilarKeys(of: keys.map { Value.Member(key: $0, value: .null) })
  }

  private func check(_ written: String..., finds expected: String?, _ location: SourceLocation = #_sourceLocation) {
    let found = keys(written).misspellings { _ in 0 }
    #expect(found.map(\.rare) == (expected.map { [$0] } ?? []), sourceLocation: location)
    #expect(keys(written).isAny == (expected != nil), sourceLocation: location)
  }

  @Test func slips() {
    check("titleColor", "height", finds: nil)
    check("titleColor", "tittleColor", finds: "tittleColor")
    check("titleColor", "titelColor", finds: "titelColor")
    check("titleColor", "titleColer", finds: "titleColer")
    check("titleColor", "titleCol", finds: nil)
    check("width", "widths", finds: nil)
    check("widths", "width", finds: nil)
    check("width", "widthz", finds: "widthz")
    check("gray-100", "gray-200", finds: nil)
    check("gray-100", "grey-100", finds: "grey-100")
    check("gray-1", "gray-11", finds: nil)
    check("abcd", "abce", finds: nil)
  }

  @Test func sidesAndAxes() {
    check("offsetX", "offsetY", finds: nil)
    check("radiusTL", "radiusTR", finds: nil)
    check("radiusTL", "radiusBL", finds: nil)
    check("scale", "scaleX", finds: nil)
    check("sizeXS", "sizeXL", finds: nil)
    check("offsetX", "ofsetX", finds: "ofsetX")
    check("radiusTL", "radiusLT", finds: "radiusLT")
    check("titleColor", "titlecolor", finds: "titlecolor")
  }

  @Test func theRareKeyIsTheMisspelling() {
    let uses = ["titleColor": 3, "tittleColor": 1, "titleColour": 3]
    let found = keys(["titleColor", "tittleColor", "titleColour"]).misspellings { uses[$0] ?? 0 }
    #expect(found.map { "\($0.rare) \($0.usual)" } == ["tittleColor titleColor", "titleColour titleColor"])
    #expect(found.map(\.isTie) == [false, true])
  }

  /// Leaving pairs of keys out of the comparison loses no finding: the result is that of comparing all pairs.
  @Test(arguments: 0..<50 as Range<UInt64>)
  func randomKeys(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let letters = Array("abcs1-")
    let texts = (0..<40).map { _ in
      String((0..<Int.random(in: 5...7, using: &random)).map { _ in letters[Int.random(in: 0..<6, using: &random)] })
    }
    let digits = { (text: String) in text.filter(\.isNumber) }
    let isAny = texts.indices.contains { first in
      texts.indices.contains { second in
        let (one, two) = (texts[first], texts[second])
        return first < second && one.isOneSlip(from: two) && digits(one) == digits(two) && one + "s" != two
          && two + "s" != one
      }
    }
    #expect(keys(texts).isAny == isAny, "seed \(seed)")
  }
}
