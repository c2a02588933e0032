// SPDX-License-Identifier: GPL-2.0-or-later
#include <plist/plist.h>
#include <stdlib.h>

/// Frees a text or an iterator that libplist handed out, for modules that do without the C library's own names.
static inline void plist_memory_free(void *memory) { free(memory); }
