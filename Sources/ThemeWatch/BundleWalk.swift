// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO

/// Who is told what a walk finds.
protocol BundleVisitor: AnyObject {
  /// Before a directory is read, so that it can be watched first. False passes it over.
  func enter(_ path: String, real: String) -> Bool
  /// A file of the bundle, by its own name or a link's.
  func found(_ path: String)
  /// Where a link leads. The directory is the one that holds it, absolute and without links.
  func trail(ofLink path: String, in directory: String) -> PathTrail
  func couldNotRead(_ path: String, _ error: SystemError)
}

/// Walks a bundle, or a part of it, by the rules that one-shot commands and the watcher share.
///
/// Ignored names are passed over. A link to a file is a file of that name. A link to a directory of the bundle is walked
/// only when the directory lies below an ignored name, as that of a ConfigMap does: others are met by their own path.
/// A link that leads out counts as a file when its name can be one; who reads it decides. One to a directory outside that
/// links may lead into is walked.
struct BundleWalk {
  /// The bundle's root, absolute and without links.
  let root: String
  /// The directories outside of it that links may lead into, absolute and without links.
  var outside: [String] = []
  let visitor: any BundleVisitor

  /// Walks a directory and all below it.
  ///
  /// - Parameters:
  ///   - path: as the directory's files are to be reported, relative to the root.
  ///   - real: where it is, absolute and without links.
  func walk(_ path: String, real: String) {
    var links: [(path: String, directory: String)] = []
    walkDirectories(path, real: real, links: &links)
    while !links.isEmpty {
      links.sort { $0.path > $1.path }
      if let link = links.popLast() { follow(link.path, in: link.directory, links: &links) }
    }
  }

  /// Looks where one link leads, and walks what is behind it.
  ///
  /// - Parameter directory: the one that holds the link, absolute and without links.
  func follow(_ path: String, in directory: String) {
    var links: [(path: String, directory: String)] = []
    follow(path, in: directory, links: &links)
    while let link = links.popLast() { follow(link.path, in: link.directory, links: &links) }
  }

  private func follow(_ path: String, in directory: String, links: inout [(path: String, directory: String)]) {
    let trail = visitor.trail(ofLink: path, in: directory)
    switch trail.end {
    case .found(.directory, _) where isHidden(trail.real) || isOutside(trail.real):
      walkDirectories(path, real: trail.real, links: &links)
    case .found(.directory, _) where isWithin(trail.real, root):
      break
    case .found, .failed:
      if isCandidate(lastName(of: path)) { visitor.found(path) }
    case .missing:
      break
    }
  }

  /// Whether a path lies in the bundle, below a name that walking passes over.
  private func isHidden(_ real: String) -> Bool {
    guard isWithin(real, root) else { return false }
    return real.dropFirst(root.count).split(separator: "/").contains { isIgnored(String($0)) }
  }

  /// Whether a path lies in none but the directories outside that links may lead into.
  private func isOutside(_ real: String) -> Bool {
    !isWithin(real, root) && outside.contains { isWithin(real, $0) }
  }

  private func walkDirectories(_ path: String, real: String, links: inout [(path: String, directory: String)]) {
    var pending = [(path: path, real: real)]
    while let directory = pending.popLast() {
      guard visitor.enter(directory.path, real: directory.real) else { continue }
      do throws(SystemError) {
        for entry in try listDirectory(directory.real) where !isIgnored(entry.name) {
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
/// A directory that cannot be read is an error only when it is the root.
///
/// - Parameter outside: directories that links of the bundle may lead into, absolute or relative to its root.
package func walkBundle(_ root: String, outside: [String] = []) throws(SystemError) -> [String] {
  let real = try realPath(root)
  _ = try listDirectory(real)
  let collector = FileCollector()
  BundleWalk(root: real, outside: directories(outside, from: real), visitor: collector).walk("", real: real)
  return collector.files.sorted()
}

/// Where paths lead that lead to directories, absolute and without links.
///
/// - Parameter root: where relative ones begin.
package func directories(_ paths: [String], from root: String) -> [String] {
  paths.compactMap { path in
    guard let real = try? realPath(absolutePath(path, from: root)) else { return nil }
    return (try? fileStatus(real))?.kind == .directory ? real : nil
  }
}

/// A visitor that only keeps the files, and enters each directory once.
private final class FileCollector: BundleVisitor {
  var files: Set<String> = []
  private var entered: Set<FileIdentity> = []

  func enter(_ path: String, real: String) -> Bool {
    guard let status = try? fileStatus(real) else { return false }
    return entered.insert(status.identity).inserted
  }

  func found(_ path: String) {
    files.insert(path)
  }

  func trail(ofLink path: String, in directory: String) -> PathTrail {
    PathTrail(of: lastName(of: path), from: directory)
  }

  func couldNotRead(_ path: String, _ error: SystemError) {}
}
