// SPDX-License-Identifier: MIT

/// How the order of a theme.json's styles reaches programs.
///
/// Of two styles that match an element with chains of equal length the later one in the file wins, and the members of a
/// JSON object have no order over the socket. So the dialect declares one more style wherever the order decides, under a
/// key that no file can have: `">": { "order": ["UILabel>UIView", "UILabel>UICell"] }`. Snapshots, deltas and generations
/// carry it as they carry every style, and no element gets it.
package enum OracleOrder {
  package static let styleID = ">"
  package static let key = "order"
}
