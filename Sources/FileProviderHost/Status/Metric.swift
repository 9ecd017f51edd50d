/// A metric of `status --openmetrics`, by its name after `fileprovider_`. A name that ends with a unit has that unit.
enum Metric: String, CaseIterable {
  case domainUp = "domain_up"
  case providerUp = "provider_up"
  case items
  case workingSetItems = "working_set_items"
  case trashedItems = "trashed_items"
  case contents = "contents_bytes"
  case pendingItems = "pending_items"
  case refusedItems = "refused_items"
  case heldItems = "held_items"
  case localItems = "local_items"
  case oldestPending = "oldest_pending_timestamp_seconds"
  case paused
  case restrainedByNetwork = "restrained_by_network"
  case downloads
  case lastPull = "last_pull_timestamp_seconds"
  case callFailures = "call_failures"
  case providerResident = "provider_resident_bytes"
  case diskAvailable = "disk_available_bytes"
  case providerAvailable = "provider_available_bytes"
  case providerUsed = "provider_used_bytes"
  case mountUp = "mount_up"
  case mountStart = "mount_start_timestamp_seconds"
  case mountRestarts = "mount_restarts"
  case openFiles = "mount_open_files"
  case mountResident = "mount_resident_bytes"
  case requests = "mount_requests"

  enum Kind: String { case gauge, counter }

  var kind: Kind { [.mountRestarts, .requests].contains(self) ? .counter : .gauge }

  var unit: String? { ["bytes", "seconds"].first { rawValue.hasSuffix("_" + $0) } }

  var help: String {
    switch self {
    case .domainUp: "Whether the domain's store can be read."
    case .providerUp: "Whether the provider's process runs."
    case .items: "Items in the domain."
    case .workingSetItems: "Items in the working set."
    case .trashedItems: "Items at the top of the trash."
    case .contents: "Size of the documents whose contents are on this machine."
    case .pendingItems:
      "Items with changes not uploaded yet, refused ones included, as far as the provider's process has noted them."
    case .refusedItems: "Pending items that the provider refused: they are not sent again before they change."
    case .heldItems: "Items of a mass deletion, which requires a decision by the user."
    case .localItems: "Items with parts that stay on this machine."
    case .oldestPending: "When the oldest change was made that is not uploaded yet."
    case .paused: "Whether transfers are paused."
    case .restrainedByNetwork: "Whether only what programs wait for is transferred, since the network is metered."
    case .downloads: "Downloads in progress."
    case .lastPull: "When the provider's changes were last fetched completely."
    case .callFailures: "Failures since a call of the kind last succeeded."
    case .providerResident: "Memory of the provider's process."
    case .diskAvailable: "Free space on the disk of the domain's store."
    case .providerAvailable: "Free space at the provider."
    case .providerUsed: "Used space at the provider."
    case .mountUp: "Whether the mount answers."
    case .mountStart: "When the process of the mount was started."
    case .mountRestarts: "Restarts of the mount after its process died."
    case .openFiles: "Open files in the mount."
    case .mountResident: "Memory of the process of the mount."
    case .requests: "Requests of the kernel to the mount's process."
    }
  }
}
