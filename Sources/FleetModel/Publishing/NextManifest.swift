// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison

/// The number of a publisher's next manifest, and the meaning of the answer to its creation.
package enum NextManifest {
  /// The number to create.
  ///
  /// One above the highest there. Where the bucket is empty, or its highest is below one that this publisher has seen or used, the
  /// bucket is new, was set back, or has not answered to a creation: then the microseconds since 1970, so that no number is used a
  /// second time. A clock that is wrong does not lead back.
  ///
  /// - Parameters:
  ///   - highest: the highest number in the bucket.
  ///   - seen: the highest number that this publisher has ever seen or used there.
  /// - Returns: nil when no number is left.
  package static func number(
    highest: ReleaseNumber?, seen: ReleaseNumber?, microsecondsSince1970: UInt64
  ) -> ReleaseNumber? {
    if let highest, !isSetBack(highest: highest, seen: seen) { return highest.next }
    let least = max(highest?.value ?? 0, seen?.value ?? 0) + 1
    return ReleaseNumber(max(least, microsecondsSince1970))
  }

  /// Whether the bucket may have had a higher manifest than it has.
  package static func isSetBack(highest: ReleaseNumber?, seen: ReleaseNumber?) -> Bool {
    guard let seen else { return false }
    return highest.map { $0 < seen } ?? true
  }

  /// The outcome of a creation, by a read of the key: after an error the outcome is unknown.
  package enum Outcome: Hashable, Sendable {
    case created
    case lost(to: String)
    /// The same creation is tried again.
    case unknown
  }

  /// - Parameter found: the manifest at the key; nil for none.
  package static func outcome(of instance: String, found: Manifest?) -> Outcome {
    guard let found else { return .unknown }
    return Bytewise(found.instance) == Bytewise(instance) ? .created : .lost(to: found.publisher)
  }

  /// Whether a publisher may publish on top of the highest manifest.
  package enum Right: Hashable, Sendable {
    case granted
    case ofAnother(publisher: String)
    /// All mirrors of a bucket have one bundle.
    case ofAnotherBundle(String)
  }

  package static func right(of publisher: String, with bundle: String, on highest: Manifest?) -> Right {
    guard let highest else { return .granted }
    if Bytewise(highest.publisher) != Bytewise(publisher) { return .ofAnother(publisher: highest.publisher) }
    return Bytewise(highest.bundle) == Bytewise(bundle) ? .granted : .ofAnotherBundle(highest.bundle)
  }
}
