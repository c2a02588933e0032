// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
import TextComparison
package import ThemeModel

/// Receives the results of a walk.
protocol BundleVisitor: AnyObject {
  /// Called before a directory is read, so that it can be watched first. False skips the directory.
  func enter(_ path: String, real: String) -> Bool
  /// An entered directory has this number of names.
  func listed(_ path: String, names: Int)
  /// Whether the walk has reached a limit. It stops then.
  var isExhausted: Bool { get }
  /// The location of an entered directory, absolute and without links.
  func directory(at path: String) -> String?
  /// A file of the bundle, by its own name or that of a link.
  func found(_ path: String)
  /// A directory whose files are unknown: a link to one outside of the bundle, or one that cannot be read. Its name need not be that of
  /// a file.
  func foundClosed(_ path: String)
  /// A directory of the bundle contains a `.git`.
  func foundGit(in path: String)
  /// Resolves a link in a directory, which is absolute and without links.
  func resolution(ofLink path: String, in directory: String) -> PathResolution
  func couldNotRead(_ path: String, _ error: SystemError)
  /// The target of a link could not be determined: the files below it are unknown.
  func couldNotFollow(_ path: String)
}

/// Walks a bundle, or a part of it. One-shot commands and the watcher use the same rules.
///
/// Ignored names and excluded directories are skipped. A link to a file counts as a file. A link to a directory of the bundle, or to an
/// allowed one outside, is walked: its files have a path below the link besides their own path. A directory that contains the link is
/// not walked again. Other links that lead out count as files if they lead to a directory, or if their name may be that of a file, and
/// so do links that lead nowhere; the reader decides.
struct BundleWalk {
  typealias Link = (path: String, directory: String)

  let extent: BundleExtent
  let visitor: any BundleVisitor

  /// The maximum number of additional paths to directories of a bundle: directories with links to each other have almost
  /// unlimited paths.
  static let maximumFurtherPaths = 4096

  /// Walks a directory with everything below it.
  ///
  /// - Parameters:
  ///   - path: the reported path of the directory, relative to the root.
  ///   - real: the location of the directory, absolute and without links.
  func walk(_ path: String, real: String) {
    var links: [Link] = []
    walkDirectories(path, real: real, links: &links)
    follow(&links)
  }

  /// Resolves a link and walks its target.
  ///
  /// - Parameter directory: the directory of the link, absolute and without links.
  func follow(_ path: String, in directory: String) {
    var links = [(path: path, directory: directory)]
    follow(&links)
  }

  private func follow(_ links: inout [Link]) {
    while !visitor.isExhausted, let (path, directory) = links.popLast() {
      let resolution = visitor.resolution(ofLink: path, in: directory)
      switch resolution.end {
      case .found(.directory, _) where extent.contains(resolution.real):
        walkDirectories(path, real: resolution.real, links: &links)
      case .found(let kind, _):
        if isCandidate(lastSegment(path)) {
          visitor.found(path)
        } else if kind == .directory {
          visitor.foundClosed(path)
        }
      case .failed(let errno):
        if !errno.isOfTheLink { visitor.couldNotFollow(path) }
        if isCandidate(lastSegment(path)) { visitor.found(path) }
      case .missing:
        // The reader names the missing target, unless the link itself is gone by now.
        if resolution.steps.first?.isLink ?? false, isCandidate(lastSegment(path)) { visitor.found(path) }
      }
    }
  }

  /// Whether the path to a directory passes the same directory already. Walking it again would never end.
  private func isOnItsOwnWay(_ path: String, real: String) -> Bool {
    guard Bytewise(real) != Bytewise(join(extent.root, path)) else { return false }
    var above = path
    while !above.isEmpty {
      above = parent(of: above)
      if Bytewise(visitor.directory(at: above)) == Bytewise(real) { return true }
    }
    return false
  }

  private func walkDirectories(_ path: String, real: String, links: inout [Link]) {
    var pending = [(path: path, real: real)]
    while !visitor.isExhausted, let directory = pending.popLast() {
      guard !extent.excludes(directory.path), !isOnItsOwnWay(directory.path, real: directory.real),
        visitor.enter(directory.path, real: directory.real)
      else { continue }
      do throws(SystemError) {
        let entries = try listDirectory(directory.real)
        visitor.listed(directory.path, names: entries.count)
        for entry in entries {
          if entry.name == GitLocks.name { visitor.foundGit(in: directory.path) }
          guard !isIgnored(entry.name) else { continue }
          let child = join(directory.path, entry.name)
          switch entry.kind {
          case .regular: if isCandidate(entry.name) { visitor.found(child) }
          case .directory: pending.append((child, join(directory.real, entry.name)))
          case .link: links.append((child, directory.real))
          case .fifo, .socket, .device: break
          }
        }
      } catch {
        // The directory is gone again; its removal is an event of its own.
        if error.errno != .noSuchFile { visitor.couldNotRead(directory.path, error) }
      }
    }
  }
}

/// The possible files of a bundle, its links to directories elsewhere, and its directories that cannot be read, relative to its root,
/// sorted. Costs O(names in the bundle). Excluded directories are not read; an excluded file counts as possible.
///
/// A directory that cannot be read is an error only if it is the root. A root that is not a bundle is an error as well, see
/// `RootRefusal`.
package func walkBundle(_ root: String, _ bounds: BundleBounds = BundleBounds()) throws(SystemError) -> [String] {
  let real = try realPath(root)
  guard real != "/" else { throw RootRefusal.fileSystemRoot.error(at: root) }
  _ = try listDirectory(real)
  let collector = FileCollector()
  BundleWalk(extent: BundleExtent(root: real, lookingUp: bounds), visitor: collector).walk("", real: real)
  if let refusal = collector.refusal { throw refusal.error(at: root) }
  return collector.files.sorted()
}

/// A visitor that collects the files.
private final class FileCollector: BundleVisitor {
  var files: BytewiseSet = []
  private var directories = DirectoryTable()
  private let limits = WalkLimits()

  var refusal: RootRefusal? { limits.refusal(of: directories) }
  var isExhausted: Bool { refusal != nil }

  func enter(_ path: String, real: String) -> Bool {
    guard let identity = try? fileStatus(real).identity else { return false }
    guard !directories.isKnown(identity) || directories.furtherPaths < BundleWalk.maximumFurtherPaths else {
      return false
    }
    directories[path] = DirectoryTable.Directory(identity: identity, real: real)
    return true
  }

  func listed(_ path: String, names: Int) {
    directories[path]?.nameCount = names
  }

  func directory(at path: String) -> String? { directories[path]?.real }

  func found(_ path: String) {
    files.insert(path)
  }

  func foundClosed(_ path: String) { found(path) }

  func foundGit(in path: String) {}

  func resolution(ofLink path: String, in directory: String) -> PathResolution {
    PathResolution(of: lastSegment(path), from: directory)
  }

  func couldNotRead(_ path: String, _ error: SystemError) { if !path.isEmpty { foundClosed(path) } }

  func couldNotFollow(_ path: String) {}
}

extension Errno {
  /// Whether the link itself is the reason for the error, and not rights or resources.
  fileprivate var isOfTheLink: Bool { [.tooManyLinks, .notDirectory, .nameTooLong].contains(self) }
}
