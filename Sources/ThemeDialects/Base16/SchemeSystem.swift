// SPDX-License-Identifier: GPL-2.0-or-later

/// A system of schemes, by the colours that its schemes have.
enum SchemeSystem: String, CaseIterable {
  case base16, base24

  /// The system of a name, else the one that has the slots of a scheme.
  init(named name: String?, hasSlot: (String) -> Bool) {
    self = name.flatMap(Self.init) ?? (Self.base24Slots[16...].contains(where: hasSlot) ? .base24 : .base16)
  }

  /// The names of the colours: `base00` to `base0F`, and on to `base17`.
  var slots: [String] {
    switch self {
    case .base16: Self.base16Slots
    case .base24: Self.base24Slots
    }
  }

  private static let base16Slots = Array(base24Slots.prefix(16))

  private static let base24Slots = (0..<24).map { number in
    "base" + (number < 16 ? "0" : "") + String(number, radix: 16, uppercase: true)
  }
}
