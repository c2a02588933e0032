// SPDX-License-Identifier: GPL-2.0-or-later

import TextCompression
import ThemeModel

extension LinkedFiles {
  /// Whether the texts of the files are large enough to be compressed. Costs O(files).
  var isLargeEnoughForCompression: Bool {
    let byteCount = files.all.reduce(0) { count, file in
      guard case .text(let text) = files[file].stored, files[file].part == nil else { return count }
      return count + text.count
    }
    return byteCount >= smallestForCompression
  }

  /// See `ThemeEngine.compressTexts`. Texts that share their storage share it afterwards.
  func compressTexts(atMost maximum: Int) -> Int {
    guard isLargeEnoughForCompression else { return 0 }
    let all = files.all
    var seen: Set<SourceText.Identity> = []
    var texts: [(identity: SourceText.Identity, bytes: [UInt8])] = []
    for file in all {
      files[file].forEachText { text in
        guard text.count >= smallestTextForCompression, let bytes = text.uncompressed,
          seen.insert(text.identity).inserted
        else { return }
        texts.append((text.identity, bytes))
      }
    }
    guard !texts.isEmpty else { return 0 }

    let dictionary = self.dictionary ?? TextDictionary(sampling: texts.map(\.bytes))
    self.dictionary = dictionary
    var compressor = TextCompressor(dictionary)
    var count = 0
    var compressed: [SourceText.Identity: SourceText] = [:]
    for (identity, bytes) in texts {
      compressed[identity] = SourceText(compressing: bytes, by: &compressor)
      count += bytes.count
      if count >= maximum { break }
    }
    for file in all { files[file].replaceTexts { compressed[$0.identity] } }
    return count
  }
}
