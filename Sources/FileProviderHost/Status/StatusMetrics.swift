import FileProviderDomains
import FileProviderFileSystem
import FileProviderMounting
import FileProviderProcess
import FileProviderProgram
import FileProviderReplica
import FileProviderStore
import Foundation
import Glibc

/// The state of domains and mounts as metrics. A provider is not called.
struct StatusMetrics {
  private(set) var set = MetricSet()
  /// Why the stores of some domains cannot be read.
  private(set) var failures: [CommandFailure] = []

  /// - Parameter domain: The one that is asked for; `nil` for all.
  init(only domain: DomainName?) throws {
    if let domain { try DomainDirectory.requireExistence(of: domain) }
    for name in try domain.map({ [$0] }) ?? DomainDirectory.names() {
      do {
        try addDomain(name)
        set.add(.domainUp, 1, ["domain": name.string])
      } catch {
        failures.append(CommandFailure("domain “\(name)”", error))
        set.add(.domainUp, 0, ["domain": name.string])
      }
    }
    for (note, status) in Self.mounts() where domain == nil || note.domain == domain?.string {
      addMount(status.supervised(as: note))
    }
  }

  /// The newest mount of each domain at each place: one that was unmounted lazily is served as long as it is in use, and no two series are the same.
  private static func mounts() -> [(note: MountRegistry.Note, status: MountStatus)] {
    let served = StatusQuery.all().map { ($0, $1 ?? MountStatus(silent: $0, state: .hung)) }
    let dead = MountRegistry.deserted().map { ($0, MountStatus(silent: $0, state: .dead)) }
    let mounts = (served + dead).map { (note: $0, status: $1, since: MountRegistry.since($0)) }
    var places: Set<[String]> = []
    return mounts.sorted { $0.since > $1.since }.filter {
      places.insert([$0.note.domain, $0.note.mountpoint]).inserted
    }
    .map { ($0.note, $0.status) }
  }

  /// Opens a store for reading only. One that has to be written first is opened as by any other command: after an upgrade of this program, or while another
  /// process makes the store, it would seem to be damaged or missing.
  static func open(_ name: DomainName) throws -> ItemStore {
    if let writer = StoppedWriter(in: DomainDirectory.url(of: name)) {
      throw CommandFailure("domain “\(name)”", writer.failure, remedy: writer.remedy, status: .unavailable)
    }
    return try (try? ItemStore(reading: DomainDirectory.url(of: name))) ?? DomainDirectory.open(name)
  }

  private mutating func addDomain(_ name: DomainName) throws {
    let store = try Self.open(name)
    let reader = try store.makeCommittedReader()
    let labels: MetricSet.Labels = ["domain": name.string]
    set.add(.items, try LogReader(reader).count(of: .everything), labels)
    set.add(.workingSetItems, try LogReader(reader).count(of: .workingSet), labels)
    set.add(.trashedItems, try LogReader(reader).count(of: .children(.trash)), labels)
    set.add(.contents, try LogReader(reader).contentBytes(), labels)
    var disk = statvfs()
    if statvfs(store.directory.path, &disk) == 0 {
      set.add(.diskAvailable, Int64(clamping: disk.f_bavail &* disk.f_frsize), labels)
    }
    if try reader.setting("provider") != nil { try addProvider(store, reader, labels) }
  }

  private mutating func addProvider(_ store: ItemStore, _ reader: StoreReader, _ labels: MetricSet.Labels) throws {
    let process = DomainFacts.process(store)
    set.add(.providerUp, process == nil ? 0 : 1, labels)
    if let process { set.add(.providerResident, Int64(clamping: process.residentBytes), labels) }
    set.add(.downloads, Int64(process?.details?.downloadCount ?? 0), labels)
    let pending = try PushReader(reader).pendingSummary()
    set.add(.pendingItems, pending.count, labels)
    set.add(.refusedItems, pending.refused, labels)
    set.add(.localItems, try WaitingReader(reader).keptHere(), labels)
    set.add(.heldItems, try ProvidedReader(reader).heldDeletions()?.items ?? 0, labels)
    set.add(.oldestPending, microseconds: pending.oldest, labels)
    set.add(.paused, try ProvidedReader(reader).transferPause() == nil ? 0 : 1, labels)
    set.add(.restrainedByNetwork, process?.details?.isMetered == true ? 1 : 0, labels)
    let recorded = try reader.setting(ReplicaStatus.pulledSetting).flatMap { Int64($0) }
    set.add(.lastPull, microseconds: process?.details?.lastPull ?? recorded, labels)
    for call in try CallRecord.all(reader) {
      set.add(.callFailures, Int64(call.failures), ["domain": labels[0].value, "kind": call.kind.rawValue])
    }
    if let room = ProviderRoom(of: store) {
      set.add(.providerAvailable, room.available, labels)
      set.add(.providerUsed, room.used, labels)
    }
  }

  private mutating func addMount(_ mount: MountStatus) {
    let labels: MetricSet.Labels = ["domain": mount.domain, "mountpoint": mount.mountpoint]
    set.add(.mountUp, mount.state == .alive ? 1 : 0, labels)
    set.add(.mountRestarts, Int64(mount.restarts), labels)
    guard mount.state == .alive else { return }
    set.add(.mountStart, microseconds: mount.since, labels)
    set.add(.openFiles, Int64(mount.openFiles), labels)
    set.add(.mountResident, Int64(mount.residentBytes), labels)
    for request in mount.requests {
      let labels: MetricSet.Labels = [
        "domain": mount.domain, "mountpoint": mount.mountpoint, "operation": request.operation,
      ]
      set.add(.requests, Int64(request.count), labels)
    }
  }
}
