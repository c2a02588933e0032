// SPDX-License-Identifier: GPL-2.0-or-later

/// The name of a scheme for machines: letters without their accents in lower case, digits, and `-` for blanks. All else is
/// left out. After "Slugify" of the builder guidelines.
func schemeSlug(of name: String) -> String {
  var slug: [UInt8] = []
  for scalar in name.unicodeScalars {
    switch scalar {
    case "a"..."z", "0"..."9", "-": slug.append(UInt8(ascii: scalar))
    case "A"..."Z": slug.append(UInt8(ascii: scalar) | 0x20)
    case " ": slug.append(UInt8(ascii: "-"))
    default: if let letter = letters[scalar] { slug.append(letter) }
    }
  }
  return String(decoding: slug, as: UTF8.self)
}

/// The letters that have an accent by their decomposition in Unicode, up to U+1FFF, each with the letter below the accent.
private let letters: [Unicode.Scalar: UInt8] = {
  let accented = [
    "a": "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ", "b": "ḃḅḇ", "c": "çćĉċčḉ", "d": "ďḋḍḏḑḓ",
    "e": "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ", "f": "ḟ", "g": "ĝğġģǧǵḡ", "h": "ĥȟḣḥḧḩḫẖ", "i": "ìíîïĩīĭįǐȉȋḭḯỉị", "j": "ĵǰ",
    "k": "ķǩḱḳḵ", "l": "ĺļľḷḹḻḽ", "m": "ḿṁṃ", "n": "ñńņňǹṅṇṉṋ", "o": "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ", "p": "ṕṗ",
    "r": "ŕŗřȑȓṙṛṝṟ", "s": "śŝşšșṡṣṥṧṩ", "t": "ţťțṫṭṯṱẗ", "u": "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự", "v": "ṽṿ",
    "w": "ŵẁẃẅẇẉẘ", "x": "ẋẍ", "y": "ýÿŷȳẏẙỳỵỷỹ", "z": "źżžẑẓẕ",
  ]
  var letters: [Unicode.Scalar: UInt8] = ["İ": UInt8(ascii: "i")]
  for (letter, texts) in accented {
    guard let byte = letter.utf8.first else { continue }
    for scalar in texts.unicodeScalars + texts.uppercased().unicodeScalars where scalar.value >= 0x80 {
      letters[scalar] = byte
    }
  }
  // A character without a capital of its own becomes a letter and a combining mark, which is left out like all other marks.
  return letters.filter { !(0x300...0x36F).contains($0.key.value) }
}()
