// SPDX-License-Identifier: MIT

/// The name of a dialect in snapshots and manifests, in the order of recognition.
package enum DialectName: String, Sendable, CaseIterable {
  case redbeard, oracle, giotto, flat, inlthemes, base16, tokens
}
