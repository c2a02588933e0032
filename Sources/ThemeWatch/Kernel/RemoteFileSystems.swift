// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// Whether a path leads to a file system that other hosts or programs change without inotify events: network file systems,
/// those that virtual machines share with their hosts, and those that a program serves. The numbers are those of statfs(2)
/// and linux/magic.h. Unknown file systems count as local.
func isOnRemoteFileSystem(_ path: String) -> Bool {
  guard let type = try? fileSystemType(path) else { return false }
  return remoteTypes.contains(type)
}

private let remoteTypes: Set<UInt32> = [
  0x6969,  // NFS
  0x517B, 0xFF53_4D42, 0xFE53_4D42,  // SMB
  0x0102_1997,  // 9P
  0x6573_5546,  // FUSE, virtiofs included
  0x5346_414F, 0x6B41_4653,  // AFS
  0x00C3_6400,  // Ceph
  0x7375_7245,  // Coda
  0x0BD0_0BD0,  // Lustre
  0x0116_1970,  // GFS2
  0x7461_636F,  // OCFS2
  0x4750_4653,  // GPFS
  0x1983_0326,  // BeeGFS
  0x786F_4256,  // VirtualBox
  0xBACB_ACBC,  // VMware
]
