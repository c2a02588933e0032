// SPDX-License-Identifier: MIT

import Testing
import ThemeComposition
import ThemeModel

@Suite struct StyleElementTests {
  @Test(arguments: [
    (DialectName.redbeard, "RBButton"), (.redbeard, "header"), (.oracle, "UILabel"), (.oracle, "UILabel>Card>UIView"),
    (.oracle, "~title"), (.giotto, "title"), (.inlthemes, "mainVC.topLabel"),
  ]) func elementOfAStyleGetsIt(dialect: DialectName, id: String) throws {
    let source = HandMadeSource(styles: try members(#"{"\#(id)": {"x": 1}, "Other": {"y": 1}, "~other": {"y": 1}}"#))
    let element = dialect.composition.element(ofStyle: id)
    #expect(compose(element, dialect: dialect, device: nil, from: source).layers.map(\.id) == [id])
  }
}
