// SPDX-License-Identifier: GPL-2.0-or-later

extension Flat {
  package static var notation: NameNotation { NameNotation(constant: nil) }
}
