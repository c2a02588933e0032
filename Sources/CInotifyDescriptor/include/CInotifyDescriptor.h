// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef LIVERY_CINOTIFYDESCRIPTOR_H
#define LIVERY_CINOTIFYDESCRIPTOR_H
/// The descriptor that libinotifytools reads from, or -1 before it was initialised.
int livery_inotify_descriptor(void);
#endif
