// SPDX-License-Identifier: GPL-2.0-or-later

package import Reporting
package import ThemeModel

/// A bundle of texts, and findings that are placed by the text that they are about.
package struct Sample {
  package var files: [String: String]

  package init(files: [String: String]) { self.files = files }

  package func range(of text: String, in file: String) -> SourceRange? {
    let bytes = Array((files[file] ?? "").utf8)
    let wanted = Array(text.utf8)
    let starts = bytes.indices.filter { bytes[$0...].starts(with: wanted) }
    guard let start = starts.first else { return nil }
    return LineTable(bytes).range(ByteRange(start, start + wanted.count))
  }

  package func diagnostic(
    _ code: DiagnosticCode, _ message: String, file: String, at text: String? = nil, related: [Diagnostic.Related] = [],
    help: String? = nil, heldBackSince: Int? = nil
  ) -> Diagnostic {
    Diagnostic(
      code: code, severity: code.severity, message: message, file: file,
      range: text.flatMap { range(of: $0, in: file) }, related: related, help: help, heldBackSince: heldBackSince)
  }

  package func related(_ message: String, file: String, at text: String) -> Diagnostic.Related {
    Diagnostic.Related(message: message, file: file, range: range(of: text, in: file))
  }

  package func findings(_ diagnostics: [Diagnostic], prefix: String = "", directory: String = "") -> BundleFindings {
    let places = BundlePlaces(bundle: "aurora", directory: directory, prefix: prefix)
    return BundleFindings(places, diagnostics: diagnostics) { file in
      files[file].map { Array($0.utf8) }
    }
  }
}
