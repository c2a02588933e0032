// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import FleetModel
import FleetReleases
import LinuxIO

/// Why something did not work.
enum FleetFailure: Error {
  /// No server can be reached, with the reason of the last one.
  case unreachable(String)
  /// The connection ended, or an answer did not come in time.
  case lost(String)
  /// The server does not let this user do it, in its words.
  case notPermitted(String)
  case noBucket(String)
  /// JetStream answered with an error.
  case store(String)
  /// No manifest can follow the highest one, with the reason.
  case blocked(String)
  /// Other processes of this publisher are faster, or do not end.
  case othersPublish
  /// Another publisher has this bucket.
  case ofAnotherPublisher(String)
  /// This bucket has the releases of another bundle.
  case ofAnotherBundle(String)
  case refused(Refusal)
  case mirror(MirrorFailure)
  /// An error of the system, such as a full disk.
  case system(SystemError)
  case usage(String, help: String?)
}

extension FleetFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreachable(let reason): "no server can be reached: \(reason)"
    case .lost(let reason): "the connection to the server is lost: \(reason)"
    case .notPermitted(let reason): "the server does not permit it: \(reason)"
    case .noBucket(let bucket): "the server has no bucket \(bucket)"
    case .store(let reason): "the server cannot store or read it: \(reason)"
    case .blocked(let reason): "no manifest can follow the highest one, which --take-over removes: \(reason)"
    case .othersPublish: "other processes of this publisher keep it from creating a manifest"
    case .ofAnotherPublisher(let publisher): "the bucket belongs to the publisher \(quoted(publisher))"
    case .ofAnotherBundle(let bundle): "the bucket has the bundle \(quoted(bundle)), and its mirrors refuse others"
    case .refused(let refusal): refusal.description
    case .mirror(let failure): failure.description
    case .system(let error): error.description
    case .usage(let message, _): message
    }
  }

  /// Whether it may work later without anybody's doing.
  var isPassing: Bool {
    switch self {
    case .unreachable, .lost, .store, .noBucket, .blocked, .othersPublish: true
    case .system, .mirror(.system), .mirror(.noSpace): true
    case .notPermitted, .ofAnotherPublisher, .ofAnotherBundle, .refused, .usage, .mirror: false
    }
  }
}

extension CommandFailure {
  init(_ failure: FleetFailure) {
    switch failure {
    case .unreachable, .lost: self.init(.noDaemon, failure.description)
    case .store, .blocked: self.init(.noDaemon, failure.description)
    case .othersPublish:
      self.init(.noDaemon, failure.description, help: "wait for them or end them: they use the same state directory")
    case .notPermitted:
      self.init(
        .noDaemon, failure.description, help: "`livery publish --print-permissions` prints what each user needs")
    case .noBucket:
      self.init(
        .noDaemon, failure.description,
        help: "`livery publish --create-bucket` makes it; with --replicas 3 in a cluster")
    case .ofAnotherPublisher:
      self.init(.findings, failure.description, help: "--take-over publishes in its place; its process ends then")
    case .ofAnotherBundle:
      self.init(
        .findings, failure.description,
        help: "name another bucket with --bucket, or replace the bundle with --take-over: mirrors need a new directory")
    case .refused: self.init(.findings, failure.description)
    case .mirror(.notOurs): self.init(.usage, failure.description, help: "name an empty directory, or remove it")
    case .mirror(.inUse):
      self.init(.usage, failure.description, help: "stop it first: `systemctl stop livery-mirror@NAME`")
    case .mirror(.noRelease): self.init(.usage, failure.description)
    case .system, .mirror(.system), .mirror(.noSpace): self.init(.internalError, failure.description)
    case .usage(let message, let help): self.init(.usage, message, help: help)
    }
  }
}

/// Does something whose failure is a failure of a mirror's directory.
func orFleetFailure<Result>(_ body: () throws(MirrorFailure) -> Result) throws(FleetFailure) -> Result {
  do throws(MirrorFailure) { return try body() } catch { throw .mirror(error) }
}

/// Does something that fails with an error of the system.
func orFleetFailure<Result: ~Copyable>(
  system body: () throws(SystemError) -> Result
) throws(FleetFailure) -> Result {
  do throws(SystemError) { return try body() } catch { throw .system(error) }
}

/// Does something that may be refused.
func orFleetFailure<Result>(refusal body: () throws(Refusal) -> Result) throws(FleetFailure) -> Result {
  do throws(Refusal) { return try body() } catch { throw .refused(error) }
}
