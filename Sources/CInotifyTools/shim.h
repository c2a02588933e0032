// SPDX-License-Identifier: GPL-2.0-or-later
#include <inotifytools/inotify.h>
#include <inotifytools/inotifytools.h>
