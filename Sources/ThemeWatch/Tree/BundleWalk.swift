// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
import TextComparison

/// Who is told what a walk finds.
protocol BundleVisitor: AnyObject {
  /// Before a directory is read, so that it can be watched first. False passes it over.
  func enter(_ path: String, real: String) -> Bool
  /// A directory that was entered has so many names.
  func listed(_ path: String, names: Int)
  /// Whether the walk has taken what it may: then it ends.
  var isExhausted: Bool { get }
  /// Where a directory that was entered is, absolute and without links.
  func directory(at path: String) -> String?
  /// A file of the bundle, by its own name or a link's.
  func found(_ path: String)
  /// A directory of the bundle is the top of a work tree of git's.
  func foundGit(in path: String)
  /// Where a link leads. The directory is the one that holds it, absolute and without links.
  func resolution(ofLink path: String, in directory: String) -> PathResolution
  func couldNotRead(_ path: String, _ error: SystemError)
  /// Where a link leads cannot be found out, so that nothing is known of what may lie below it.
  func couldNotFollow(_ path: String)
}

/// Walks a bundle, or a part of it, by the rules that one-shot commands and the watcher share.
///
/// Ignored names are passed over. A link to a file is a file of that name. A link to a directory of the bundle, or to one
/// outside that links may lead into, is walked, so that its files are found below the link as well as below their own path;
/// a directory on its own way is passed over there. A link that leads out otherwise counts as a file when
/// its name can be one; who reads it decides.
struct BundleWalk {
  typealias Link = (path: String, directory: String)

  let extent: BundleExtent
  let visitor: any BundleVisitor

  /// Paths of one bundle at most that lead to directories which other paths lead to as well: links to each other's
  /// directories make more of them than anybody could walk.
  static let mostFurtherPaths = 4096

  /// Walks a directory and all below it.
  ///
  /// - Parameters:
  ///   - path: as the directory's files are to be reported, relative to the root.
  ///   - real: where it is, absolute and without links.
  func walk(_ path: String, real: String) {
    var links: [Link] = []
    walkDirectories(path, real: real, links: &links)
    follow(&links)
  }

  /// Looks where one link leads, and walks what is behind it.
  ///
  /// - Parameter directory: the one that holds the link, absolute and without links.
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
      case .found:
        if isCandidate(lastName(of: path)) { visitor.found(path) }
      case .failed(let errno):
        if !errno.isOfTheLink { visitor.couldNotFollow(path) }
        if isCandidate(lastName(of: path)) { visitor.found(path) }
      case .missing:
        break
      }
    }
  }

  /// Whether the way to a directory goes through it already: to walk it there would never end.
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
      guard !isOnItsOwnWay(directory.path, real: directory.real), visitor.enter(directory.path, real: directory.real)
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
        // Gone again already: that is no trouble, and its removal is an event of its own.
        if error.errno != .noSuchFile { visitor.couldNotRead(directory.path, error) }
      }
    }
  }
}

/// The files that a bundle may consist of, relative to its root, sorted. Cost follows the number of names in it.
///
/// A directory that cannot be read is an error only when it is the root. So is one that is no bundle, see `RootRefusal`.
///
/// - Parameter outside: directories that links of the bundle may lead into, absolute or relative to its root.
package func walkBundle(_ root: String, outside: [String] = []) throws(SystemError) -> [String] {
  let real = try realPath(root)
  guard real != "/" else { throw RootRefusal.fileSystemRoot.error(at: root) }
  _ = try listDirectory(real)
  let collector = FileCollector()
  BundleWalk(extent: BundleExtent(root: real, lookingUp: outside), visitor: collector).walk("", real: real)
  if let refusal = collector.refusal { throw refusal.error(at: root) }
  return collector.files.sorted()
}

/// A visitor that only keeps the files.
private final class FileCollector: BundleVisitor {
  var files: BytewiseSet = []
  private var directories = DirectoryTable()
  private let limits = WalkLimits()

  var refusal: RootRefusal? { limits.refusal(of: directories) }
  var isExhausted: Bool { refusal != nil }

  func enter(_ path: String, real: String) -> Bool {
    guard let identity = try? fileStatus(real).identity else { return false }
    guard !directories.isKnown(identity) || directories.furtherPaths < BundleWalk.mostFurtherPaths else {
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

  func foundGit(in path: String) {}

  func resolution(ofLink path: String, in directory: String) -> PathResolution {
    PathResolution(of: lastName(of: path), from: directory)
  }

  func couldNotRead(_ path: String, _ error: SystemError) {}

  func couldNotFollow(_ path: String) {}
}

extension Errno {
  /// Whether a link itself is why it leads nowhere, whatever becomes of rights and resources.
  fileprivate var isOfTheLink: Bool { [.tooManyLinks, .notDirectory, .nameTooLong].contains(self) }
}
