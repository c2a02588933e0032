// SPDX-License-Identifier: MIT

/// The order of the styles of a theme.json, for programs.
///
/// Of two styles that match an element with chains of equal length, the later one in the file wins. But the members of a JSON
/// object have no order over the socket. So where the order decides, the dialect declares the list of the keys, in
/// `Declarations.Space.order`. A snapshot has it as its member `order`: `["UILabel>UIView", "UILabel>UICell"]`.
package enum OracleOrder {
  /// The name of the declaration. No style can have it.
  package static let name = ">"
}
