// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <sched.h>

// sched_getaffinity(2) and sched_setaffinity(2) of the calling thread, which sched.h declares for GNU's C alone.
int get_processors(cpu_set_t *processors);
int use_processors(const cpu_set_t *processors);
