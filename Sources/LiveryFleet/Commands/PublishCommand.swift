// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import CommandLineInterface
import FleetCommandLine
import FleetModel
import LinuxIO
import StyledText
import ThemeEngine
import ThemeModel

/// The command `publish`.
func publish(_ settings: FleetSettings, _ console: Console) throws(FleetFailure) -> ExitCode {
  if settings.has(.printPermissions) {
    console.output.write(
      FleetRole.configuration(bucket: try settings.bucket(), mirror: try settings.mirrorName()))
    return .fine
  }
  if settings.has(.createBucket) { return try createBucket(settings, console) }
  let options = try PublishOptions(settings)
  if let number = try settings.number(.publishRollback) { return try publishAgain(number, options, console) }
  guard let operand = settings.operand else {
    throw .usage("name the bundle", help: "`livery publish BUNDLE --to SERVERS --bucket NAME`")
  }
  if settings.has(.once) || settings.has(.dryRun) {
    return try publishOnce(operand, isDryRun: settings.has(.dryRun), options, console)
  }
  let publisher = try Publisher(options, FleetLog(console: console))
  do throws(CommandFailure) {
    try publisher.run()
  } catch {
    console.complain(error)
    return error.code
  }
}

private func createBucket(_ settings: FleetSettings, _ console: Console) throws(FleetFailure) -> ExitCode {
  let bucket = try settings.bucket()
  let replicas = settings[.replicas].flatMap { Int($0) } ?? 1
  guard [1, 3, 5].contains(replicas) else {
    throw .usage("\(replicas) replicas have no majority that survives a failure", help: "use 1, 3 or 5")
  }
  let connection = try NATSConnection(try settings.connection(.to, name: "livery publish --create-bucket"))
  try Bucket.make(bucket, on: connection, replicas: replicas, forgettingAfter: nil)
  try Bucket.make(FleetName.statusBucket(of: bucket), on: connection, replicas: 1, forgettingAfter: 900)
  console.output.write("the bucket \(bucket) is there, with \(replicas == 1 ? "1 copy" : "\(replicas) copies")\n")
  return .fine
}

/// The bundle in a directory, without a daemon.
private func content(of operand: String) throws(FleetFailure) -> (BundleContent, bundle: String) {
  let contents: BundleContents
  let path: String
  do throws(SystemError) {
    path = try absolutePath(operand)
    contents = try BundleContents(directory: path)
  } catch {
    throw .usage("the bundle \(quoted(operand)) cannot be read: \(error)", help: nil)
  }
  // A name that is not UTF-8 leads to no file.
  let paths = contents.files.map(\.path)
  try orFleetFailure(refusal: { () throws(Refusal) in try PathRules.check(paths) })
  let name = BundleName(given: nil, contents.settings, path: path).text
  let engine = contents.engine(named: name, rootFile: nil)
  let errors = engine.checkEverywhere().filter { $0.severity == .error }
  let snapshot = engine.open(.init())
  var files: [(path: String, bytes: [UInt8])] = []
  for file in contents.files {
    switch file.content {
    case .bytes(let bytes): files.append((file.path, bytes))
    case .gone: throw .refused(Refusal("\(quoted(file.path)) was removed meanwhile"))
    case .unreadable(let finding): throw .refused(Refusal(finding.message))
    }
  }
  let condition = BundleCondition(errors: errors.count, held: 0, unreadable: 0, overlays: 0)
  return (BundleContent(files: files, digest: snapshot.digest, condition: condition), name)
}

private func publishOnce(
  _ operand: String, isDryRun: Bool, _ options: PublishOptions, _ console: Console
) throws(FleetFailure) -> ExitCode {
  let (content, name) = try content(of: operand)
  if content.files.isEmpty { throw .refused(Refusal("\(quoted(operand)) has no theme files")) }
  if let obstacle = content.condition.obstacle(errorsAllowed: options.allowsErrors) {
    console.complain(
      CommandFailure(
        .findings, "\(operand) is not published: \(obstacle)",
        help: "`livery check \(operand)` shows them; --allow-errors publishes them"))
    return .findings
  }
  let publication = try publication(named: name, isDryRun: isDryRun, options, console)
  if isDryRun {
    let (files, chunks, bytes) = try publication.plan(content)
    for file in files { console.output.write("\(file.path.printable) \(file.size)\n") }
    console.errors.write("\(chunks) chunks of \(bytes) bytes would travel, for \(files.count) files\n")
    return .fine
  }
  let outcome = try publication.publish(content, generation: 0)
  // In a bucket where every publisher publishes once, only these remove old releases. After a failure the next one tries again.
  _ = try? publication.bucket.purge()
  return report(outcome, console)
}

private func publishAgain(
  _ number: ReleaseNumber, _ options: PublishOptions, _ console: Console
) throws(FleetFailure) -> ExitCode {
  let connection = try NATSConnection(options.connection)
  let bucket = try Bucket(connection, name: options.bucket)
  guard let old = try bucket.manifest(number) else {
    let numbers = try bucket.manifests().map(\.description).joined(separator: ", ")
    throw .usage(
      "the bucket has no manifest \(number)", help: numbers.isEmpty ? "it is empty" : "it has \(numbers)")
  }
  return report(try publication(named: old.bundle, options, console).publishAgain(old), console)
}

private func publication(
  named name: String, isDryRun: Bool = false, _ options: PublishOptions, _ console: Console
) throws(FleetFailure) -> Publication {
  let bucket = try Bucket(try NATSConnection(options.connection), name: options.bucket)
  let state = try PublisherState(directory: options.stateDirectory, bucket: options.bucket)
  let identity = Publication.Identity(
    instance: randomName(bytes: 16), bundle: name, takesOver: options.takesOver, isDryRun: isDryRun)
  let publication = try Publication(bucket, identity, signer: options.signer, state)
  for removal in publication.removals { console.errors.write("\(console.program): \(removal.printable)\n") }
  return publication
}

private func report(_ outcome: Publication.Outcome, _ console: Console) -> ExitCode {
  switch outcome {
  case .published(let manifest, let puts):
    console.output.write("published \(manifest.number): \(manifest.files) files, \(puts) new chunks\n")
  case .unchanged(let manifest): console.output.write("the bucket has these files, as \(manifest.number)\n")
  }
  return .fine
}
