// SPDX-License-Identifier: GPL-2.0-or-later

/// The version of daemon and commands, as `--version` and Status give it.
package let productVersion = "0.1.0"

/// The day of that version, as its manual pages give it.
package let productDate = "2026-11-23"
