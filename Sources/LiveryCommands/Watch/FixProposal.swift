// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import Reporting
import StyledText
import TextComparison
import ThemeModel
import WatchRendering

/// The safe fixes of a bundle, which `livery watch` shows before it writes them.
struct FixProposal {
  let preview: FixPreview
  private let files: FilesToFix
  private let changed: [(key: String, value: [UInt8])]

  /// Reads the files again and looks for fixes. Nil without fixes.
  init?(_ location: BundleLocation) throws(CommandFailure) {
    do throws(SystemError) {
      files = try FilesToFix(location)
    } catch {
      throw CommandFailure(.noBundle, "the bundle cannot be read: \(error)")
    }
    let fixing = files.fixing(.safe, rootFile: location.rootFile)
    changed = fixing.changed.sorted { Bytewise($0.key) < Bytewise($1.key) }
    guard !changed.isEmpty else { return nil }
    preview = FixPreview(
      fixes: fixing.applied.map { $0.line(prefix: "") },
      diffs: changed.map { [files] document, bytes in
        let diff = UnifiedDiff(path: files.path(of: document), old: files.originals[document] ?? [], new: bytes)
        return String(decoding: diff.bytes, as: UTF8.self)
      })
  }

  /// Writes the fixes if the files are unchanged since they were read.
  func write() throws(CommandFailure) { try files.write(changed) }
}

extension Fixing.Applied {
  /// `themes/a.json:3:4: fixed[LV0006] insert `,``.
  func line(prefix: String) -> StyledLine {
    let place = start.map { ":\($0.line):\($0.column)" } ?? ""
    var line = StyledLine("\(prefix)\(file)\(place): ")
    line.append("fixed[\(code.rawValue)]", .help)
    line.append(" \(title)")
    return line
  }
}
