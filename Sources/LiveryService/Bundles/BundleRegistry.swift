// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LinuxIO
import LiveryConfiguration
import ThemeWatch

/// Adds bundles to those that are served, and removes them.
struct BundleRegistry {
  private let state: DaemonState
  private let updates: FileUpdates

  init(_ state: DaemonState) {
    self.state = state
    updates = FileUpdates(state)
  }

  /// Watches, reads and serves a bundle. An error leaves everything as it was.
  ///
  /// - Parameter names: the names that are taken.
  func add(_ source: ConfiguredBundle, besides names: [String]) throws(DaemonError) -> BundleHost {
    let prepared = try state.loading.prepare(source, besides: names, limits: state.limits)
    guard let changes = updates.firstChanges(of: [prepared])[0] else { throw .bundle(giveUp(prepared)) }
    let host = state.loading.host(prepared, changes, state.configuration)
    state.bundles.append(host)
    return host
  }

  /// Ends the watch of a bundle whose directory is gone again. Returns the reason.
  private func giveUp(_ bundle: BundleLoading.Prepared) -> SystemError {
    let error = state.fileEvents.whyNothing(of: bundle.number, at: bundle.path)
    state.fileEvents.forget(bundle.number)
    return error
  }

  /// Publishes the last changes of a bundle, ends its consumers and its watch, and stores its generation. The caller removes it from
  /// the table.
  func end(_ bundle: BundleHost) {
    updates.publish(bundle)
    for consumer in state.consumers.all where consumer.bundle === bundle {
      state.consumers.end(consumer, reason: EndReason.notServed(bundle.name))
    }
    state.waiting.removeAll { $0.host === bundle }
    state.loop.clearDeadline(Event.bundleDue(bundle.number).token)
    state.fileEvents.forget(bundle.number)
    bundle.finish()
  }

  /// Replaces bundles by new ones. All new bundles are watched before the first old one ends, so that an error changes nothing.
  ///
  /// - Parameters:
  ///   - kept: the bundles that stay.
  ///   - gone: the bundles that end.
  /// - Returns: the new bundles. The caller puts them into the table.
  func replace(
    _ gone: [BundleHost], by sources: [ConfiguredBundle], besides kept: [BundleHost], _ new: DaemonConfiguration
  ) throws(BadConfiguration) -> [BundleHost] {
    var problems: [ConfigurationProblem] = []
    if kept.count + sources.count > new.limits.bundles {
      let error = DaemonError.tooManyBundles(limit: new.limits.bundles)
      problems.append(ConfigurationProblem(place: new.bundles.last?.place, message: "\(error)"))
    }
    var prepared: [BundleLoading.Prepared] = []
    for source in sources {
      do throws(DaemonError) {
        let names = kept.map(\.name) + prepared.map(\.name.text)
        prepared.append(try state.loading.prepare(source, besides: names, limits: new.limits))
      } catch {
        problems.append(ConfigurationProblem(place: source.place, message: "\(error)"))
      }
    }
    let found = problems.isEmpty ? updates.firstChanges(of: prepared) : []
    for (bundle, changes) in zip(prepared, found) where changes == nil {
      let error = state.fileEvents.whyNothing(of: bundle.number, at: bundle.path)
      problems.append(ConfigurationProblem(place: bundle.source.place, message: "\(DaemonError.bundle(error))"))
    }
    guard problems.isEmpty else {
      for bundle in prepared { state.fileEvents.forget(bundle.number) }
      throw BadConfiguration(problems: problems)
    }
    for bundle in gone { end(bundle) }
    return zip(prepared, found).compactMap { bundle, changes in
      changes.map { state.loading.host(bundle, $0, new) }
    }
  }
}
