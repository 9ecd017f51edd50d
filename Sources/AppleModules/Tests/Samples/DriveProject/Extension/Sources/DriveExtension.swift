import Core
import FileProvider

final class DriveExtension: NSObject, NSFileProviderReplicatedExtension {
  required init(domain: NSFileProviderDomain) {}
}
