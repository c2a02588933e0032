// SPDX-License-Identifier: GPL-2.0-or-later
#include <sha2.h>
