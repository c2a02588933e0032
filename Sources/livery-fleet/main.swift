// SPDX-License-Identifier: GPL-2.0-or-later
import LiveryFleet

FleetProgram.run()
