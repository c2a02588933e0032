// SPDX-License-Identifier: MIT

import Testing
import ThemeModel

@testable import LiveryClient

/// The values of one path, waiting for values with a limit, and how old values are.
@Suite struct SingleValueTests {
  @Test func eachValueDiffersFromTheOneBefore() async {
    let double = ThemeDouble()
    var reader = double.theme.values(of: "constants/gap", default: 1.0).makeAsyncIterator()
    #expect(await reader.next() == 1, "nothing is known yet")
    double.set("constants/gap", to: 8)
    #expect(await reader.next() == 8)
    double.set("constants/other", to: 2)
    double.lose()
    double.recover()
    double.set("constants/gap", to: 9)
    #expect(await reader.next() == 9)
    double.set("constants/gap", to: "wide")
    #expect(await reader.next() == 1, "a value of another type is the default")
    double.set("constants/gap", to: 12)
    double.set("constants/gap", to: 13)
    #expect(await reader.next() == 13, "a slow reader gets the newest one")
    double.theme.close()
    #expect(await reader.next() == nil)
  }

  @Test func theFirstIsWhatIsKnown() async {
    let double = ThemeDouble(constants: ["accent": .color(.white)])
    for await color in double.theme.values(of: "constants/accent", default: Theme.Color.black) {
      #expect(color == .white)
      break
    }
  }

  @Test func waitingForValuesEnds() async {
    let double = ThemeDouble()
    #expect(await double.theme.ready(within: .milliseconds(1)) == nil)
    double.set("constants/gap", to: 8)
    #expect(await double.theme.ready(within: .seconds(60))?.generation == 1)
    double.theme.close()
    #expect(await ThemeDouble().theme.ready(within: .zero) == nil)
  }

  @Test func refusalsAreStates() async {
    let double = ThemeDouble(constants: ["gap": 8])
    double.reject(.bundleNotFound)
    #expect(double.theme.connection == .rejected(.bundleNotFound) && double.theme.problem != nil)
    #expect(double.theme.number("constants/gap", default: 1) == 8)
    double.recover()
    #expect(double.theme.connection == .live)
  }

  @Test func momentsHaveAnAge() {
    let moment = Theme.Timestamp(secondsSince1970: 1_000)
    #expect(moment.age(at: Theme.Timestamp(secondsSince1970: 1_090)) == .seconds(90))
    #expect(moment.age(at: Theme.Timestamp(secondsSince1970: 900)) == .zero)
    #expect(Theme.Timestamp(secondsSince1970: .min).age(at: moment) == .seconds(Int.max))
    #expect(moment.age > .seconds(1_000_000) && Theme.Timestamp(secondsSince1970: 999) < moment)
  }
}

@Suite struct CSSColorTests {
  private func check(_ text: String, _ expected: Theme.Color?) {
    let color = Theme.Color(css: text)
    guard let expected, let color else {
      #expect(color == expected, "\(text)")
      return
    }
    let pairs = [
      (color.red, expected.red), (color.green, expected.green), (color.blue, expected.blue),
      (color.alpha, expected.alpha),
    ]
    #expect(pairs.allSatisfy { abs($0 - $1) < 0.002 }, "\(text): \(color)")
  }

  @Test func whatStyleSheetsWrite() {
    let orange = Theme.Color(hex: 0xff8800)
    let half = Theme.Color(red: 1, green: 0x88 / 255, blue: 0, alpha: 0.5)
    for text in [
      "#f80", "#F80F", "#ff8800", " #FF8800FF\n", "rgb(255 136 0)", "RGB(255,136,0)", "rgb(100% 53.33% 0%)",
      "color(srgb 1 0.5333 0)", "rgb( 255 , 136 , 0 )", "rgba(255, 136, 0, 1)",
    ] { check(text, orange) }
    for text in ["#ff880080", "rgb(255 136 0 / 50%)", "rgba(255, 136, 0, .5)", "color(srgb 1 0.5333 0/0.5)"] {
      check(text, half)
    }
    check("orange", Theme.Color(hex: 0xffa500))
    check("Black", .black)
    check("transparent", .clear)
    check("rgb(300 -1 0)", Theme.Color(hex: 0xff0000))
  }

  @Test func whatTheyDoNot() {
    for text in [
      "", "#", "#ff", "#ff88g0", "#ff88001", "ff8800", "rgb()", "rgb(1 2)", "rgb(1 2 3 4)", "rgb(1, 2 3)", "rgb(1/2/3)",
      "rgb(1 2 3", "rgb(nan 0 0)", "rgb(0x1 0 0)", "rgb(1 2 3 / )", "hsl(0 100% 50%)", "color(display-p3 1 0 0)",
      "reddish",
      "color(srgb, 1, 0, 0)", "rgb(1,,2 3)", "rgb(,1,2 3)", "rgb(/1 2 3 4)", "rgb(1 / 2 3 4)", "rgb(1 2 3 4/)",
      "rgb(1 2 3/)",
      "color(srgb / 1 0 0 1)", "rgb(1., 2, 3)", "rgb(1.e1, 2, 3)", "rgb(1 2 3 / 4 5)", "rgb(1, 2, 3, 1, 1)",
      "rgb(1, 2, 3 / 1)",
    ] { check(text, nil) }
  }

  @Test func writing() {
    #expect(Theme.Color(hex: 0xff8800).css == "#ff8800")
    #expect(Theme.Color(red: 0, green: 0, blue: 0, alpha: 0.5).css == "#00000080")
    #expect(Theme.Color.clear.css == "#00000000")
    #expect(Theme.Color(css: Theme.Color(hex: 0x2196f3).css) == Theme.Color(hex: 0x2196f3))
  }
}
