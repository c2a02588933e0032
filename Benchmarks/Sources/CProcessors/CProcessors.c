// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "CProcessors.h"

int get_processors(cpu_set_t *processors) { return sched_getaffinity(0, sizeof *processors, processors); }

int use_processors(const cpu_set_t *processors) { return sched_setaffinity(0, sizeof *processors, processors); }
