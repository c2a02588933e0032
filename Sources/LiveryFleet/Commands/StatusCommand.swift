// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import FleetCommandLine
import FleetModel
import JSONText

/// The command `fleet status`.
func showStatus(_ settings: FleetSettings, _ console: Console) throws(FleetFailure) -> ExitCode {
  let name = try settings.bucket()
  let connection = try NATSConnection(try settings.connection(.from, name: "livery fleet status"))
  let numbers = try Bucket(connection, name: name).manifests()
  var rows: [FleetRow] = []
  do throws(FleetFailure) {
    rows = try reports(in: FleetName.statusBucket(of: name), connection, numbers)
  } catch .noBucket(let missing) {
    console.errors.write(
      "\(console.program): the server has no bucket \(missing) for reports, which a restart of its server removes: `livery publish "
        + "--create-bucket`, with the --replicas of the bucket, makes it again\n")
  }
  if settings[.tableFormat] == CommandOption.TableFormat.json.rawValue {
    let newest: JSONValue = numbers.last.map { .number(Double($0.value)) } ?? .null
    let document: JSONValue = ["newest": newest, "mirrors": .array(rows.map(\.json))]
    console.output.write(document.pretty + "\n")
  } else {
    console.output.write("newest release: \(numbers.last?.description ?? "none")\n")
    console.output.write(FleetRow.table(rows))
  }
  return .fine
}

private func reports(
  in bucket: String, _ connection: NATSConnection, _ numbers: [ReleaseNumber]
) throws(FleetFailure) -> [FleetRow] {
  let status = try Bucket(connection, name: bucket)
  let names = try status.keys(">").filter(FleetName.isMirror)
  let answers = try connection.exchange(names.map { .init(subject: status.subjects.directGet($0)) })
  // The newest report is now: clocks of machines differ.
  let now = answers.compactMap(\.time).max() ?? 0
  return zip(names, answers).compactMap { name, answer in
    guard let report = MirrorReport(text: answer.bytes), let time = answer.time else { return nil }
    return FleetRow(name: name, report, age: now - time, numbers: numbers)
  }
}
