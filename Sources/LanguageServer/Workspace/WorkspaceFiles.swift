// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeEngine
package import ThemeModel

/// The questions of the server to the disk.
package protocol WorkspaceFiles {
  /// The bundle of each file: the absolute path of its directory, and the path of the file in it. Nil for files of no bundle. Costs a
  /// look for a manifest in each directory around a file. What else shows that a directory is a bundle, which may cost a look at all of
  /// its files, is looked up once until `forgetBundles`.
  ///
  /// - Parameters:
  ///   - folders: of the workspace; nothing above them is looked at.
  ///   - named: the directories that the user calls bundles.
  func bundles(of paths: [String], within folders: [String], named: [String]) -> [(directory: String, file: String)?]
  /// Has the next call of `bundles` look at everything anew, since files came, went or changed.
  func forgetBundles()
  /// A path without links; of a path that is not there, the part that is.
  func withoutLinks(_ path: String) -> String
  /// Whether the directory of a bundle is a folder of the workspace, or lies in it. False for one that is not there.
  func isDirectory(_ directory: String, within folder: String) -> Bool
  /// The engine of a bundle with all its files as they are on disk.
  func load(_ directory: String) -> ThemeEngine?
  func isDirectory(_ path: String) -> Bool
  /// The paths of the files of a bundle as they are on disk, perhaps with the manifest and excluded files. Costs a walk through its
  /// directories.
  func paths(of directory: String, _ bounds: BundleBounds) -> [String]
  /// The present contents of files of a bundle, in their order.
  func read(_ files: [String], in directory: String) -> [FileChange]
}
