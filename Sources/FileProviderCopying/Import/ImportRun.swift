package import FileProviderDomains
import FileProviderProgram
package import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// One run of `import`: a thread walks and copies, this one writes, and on a terminal a third counts ahead for the estimate.
package final class ImportRun {
  private let store: ItemStore
  private let domain: DomainName
  private let parent: ItemID
  private let options: ImportOptions
  private let report: BulkReport
  private let tally = TransferTally()

  package init(store: ItemStore, domain: DomainName, parent: ItemID, options: ImportOptions, report: BulkReport) throws
  {
    self.store = store
    self.domain = domain
    self.parent = parent
    self.options = options
    self.report = report
    DescriptorLimit.raise()
  }

  package func run(_ sources: [ImportSource]) throws { try report.flushing { try runAll(sources) } }

  private func runAll(_ sources: [ImportSource]) throws {
    let progress = TransferProgress(tally: tally) { [options] in
      SourceCount.count(sources, excluding: options.excluded, for: $0)
    }
    // Lines that scroll show enough progress.
    if !report.isVerbose { progress.start() }
    let start = WritePace.now
    var failure: (any Error)?
    for source in sources where failure == nil {
      do { try run(source) } catch { failure = error }
    }
    progress.stop()
    if !options.isRehearsal { do { try finish() } catch { failure = failure ?? error } }
    if let failure, !(failure is CommandEnd) { throw failure }
    tally.listLosses("import")
    tally.summarize(
      options.isRehearsal ? "import (dry run)" : "import", seconds: Double(WritePace.now - start) / 1e9)
    if Interruption.hasCome {
      Console.say("import: interrupted; run it again to import the rest")
      throw CommandEnd(status: .interrupted)
    }
    if let failure { throw failure }
    if tally.current.skipped > 0 { throw CommandEnd(status: .failed) }
  }

  /// Imports one source.
  private func run(_ source: ImportSource) throws {
    let queue = StepQueue()
    let walker = try ImportWalker(
      store: store, options: options, tally: tally, queue: queue, exclusions: ImportExclusions(domain: domain))
    let box = WalkerBox(walker: walker)
    let parent = parent
    let thread = NativeThread.startJoinable(name: "walker") {
      do { try box.walker.walk(source, into: parent) } catch { box.failure = error }
      queue.close()
    }
    guard let thread else { throw CommandFailure("import", "cannot start a thread") }
    var failure: (any Error)?
    do { try write(queue) } catch { failure = error }
    pthread_join(thread, nil)
    ImportWriter.discard(box.walker.takeRest(), from: store)
    if let failure { throw CommandFailure("import", failure) }
    if let failure = box.failure { throw failure is CommandEnd ? failure : CommandFailure(source.path, failure) }
  }

  /// Writes what the walker finds, until it is done.
  private func write(_ queue: StepQueue) throws {
    if options.isRehearsal {
      try ImportRehearsal(store: store, options: options, tally: tally, report: report, queue: queue).run()
    } else {
      try ImportWriter(
        store: store, parent: parent, options: options, tally: tally, queue: queue, report: report
      ).run()
    }
  }

  /// Carries the walker to its thread.
  private final class WalkerBox: @unchecked Sendable {
    // Sendable: used by the walking thread, and by the other one after that has ended.
    let walker: ImportWalker
    var failure: (any Error)?
    init(walker: ImportWalker) { self.walker = walker }
  }

  /// Puts the contents on the disk, all at once, and removes those that they replaced.
  private func finish() throws {
    ProgressLine.show("writing to disk")
    defer { ProgressLine.clear() }
    do { try store.synchronizeAll() } catch { throw CommandFailure("import", error) }
  }
}

/// The limit of open descriptors of this process.
enum DescriptorLimit {
  /// Raises it as far as is allowed.
  static func raise() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
