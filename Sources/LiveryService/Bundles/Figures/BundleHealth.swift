// SPDX-License-Identifier: GPL-2.0-or-later

/// Logs when a bundle gets its first errors, and when it has lost all errors. `livery check` lists them.
struct BundleHealth {
  private var hadErrors = false

  /// - Parameter errors: the errors of the published state, in the context with most errors.
  mutating func report(errors: Int, generation: Int, of bundle: BundleHost, _ log: Log) {
    defer { hadErrors = errors > 0 }
    switch (hadErrors, errors > 0) {
    case (false, true):
      let count = "\(errors) error\(errors == 1 ? "" : "s")"
      log.warning(
        "\(bundle.name) now has \(count); run `livery check \(bundle.path)` to see \(errors == 1 ? "it" : "them")",
        .bundle(bundle.name), .generation(generation))
    case (true, false):
      log.info(
        "\(bundle.name) has no errors since generation \(generation)", .bundle(bundle.name),
        .generation(generation))
    case (false, false), (true, true): break
    }
  }
}
