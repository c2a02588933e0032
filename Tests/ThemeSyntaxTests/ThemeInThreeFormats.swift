// SPDX-License-Identifier: GPL-2.0-or-later

/// One theme in three formats. The binary one was written by `plistlib` of Python 3.
enum ThemeInThreeFormats {
  static let json = #"""
    {
      "formatVersion": 2,
      "Constants": {
        "COLOR_TEXT": "c:4D4D4D", "größe 😀": -1.5, "big": 9007199254740992, "neg": -7, "on": true, "off": false,
        "empty": "", "long": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      },
      "Styles": {
        "list": [1, 2.25, "a & <b>", [], {}],
        "nested": { "a": { "b": { "c": 300 } } }
      }
    }
    """#

  static let xml = #"""
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>formatVersion</key>
      <integer>2</integer>
      <key>Constants</key>
      <dict>
        <key>COLOR_TEXT</key>
        <string>c:4D4D4D</string>
        <key>größe &#x1F600;</key>
        <real>-1.5</real>
        <key>big</key>
        <integer>9007199254740992</integer>
        <key>neg</key>
        <integer>-7</integer>
        <key>on</key>
        <true/>
        <key>off</key>
        <false/>
        <key>empty</key>
        <string/>
        <key>long</key>
        <string>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx</string>
      </dict>
      <key>Styles</key>
      <dict>
        <key>list</key>
        <array>
          <integer>0x1</integer>
          <real>2.25</real>
          <string>a &amp; <![CDATA[<b>]]></string>
          <array/>
          <dict></dict>
        </array>
        <key>nested</key>
        <dict><key>a</key><dict><key>b</key><dict><key>c</key><integer>300</integer></dict></dict></dict>
      </dict>
    </dict>
    </plist>
    """#

  static let binary = bytes(
    ofHexadecimal: """
      62706c6973743030d30102030405165d666f726d617456657273696f6e59436f6e7374616e7473565374796c65731002d806
      0708090a0b0c0d0e0f1011121314155a434f4c4f525f54455854680067007200f600df00650020d83dde0053626967536e65
      67526f6e536f666655656d707479546c6f6e6758633a34443444344423bff800000000000013002000000000000013ffffff
      fffffffff90908505f1028787878787878787878787878787878787878787878787878787878787878787878787878787878
      78d21718191f546c697374566e6573746564a51a1b1c1d1e100123400200000000000057612026203c623ea0d0d120215161
      d122235162d12425516311012c0008000f001d0027002e00300041004c005d006100650068006c0072007700800089009200
      9b009c009d009e00c900ce00d300da00e000e200eb00f300f400f500f800fa00fd00ff010201040000000000000201000000
      000000002600000000000000000000000000000107
      """)

  private static func bytes(ofHexadecimal text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
