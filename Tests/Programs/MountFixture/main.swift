import Dispatch
import FileProviderFUSE
import FileProviderStore
import Foundation
import Glibc
import Logging

// What the tests of the kernel edge run in processes of their own: a mount of a store, and changes to that store by
// another process. Not part of the product.
//
//   MountFixture mount STORE MOUNTPOINT [OPTIONS]     serves until it is unmounted or gets SIGTERM; “ready” when it answers
//   MountFixture change STORE VERB ARGUMENT…          one change, in one transaction; see `Change`
//   MountFixture seed STORE FILES                     a folder “flat” of so many files, and a tree of folders of ten
//   MountFixture connect DATABASE                     a connection that reads, like an older program's, until the input ends
//   MountFixture starve STORE                         what a store answers to a process without descriptors; see `Starving`

func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.first {
  case "mount" where arguments.count >= 3:
    try Serving.run(store: arguments[1], mountpoint: arguments[2], options: arguments.count > 3 ? arguments[3] : "")
  case "change" where arguments.count >= 3: try Change.run(store: arguments[1], Array(arguments[2...]))
  case "seed" where arguments.count == 3: try Seed.run(store: arguments[1], files: Int(arguments[2]) ?? 0)
  case "connect" where arguments.count == 2: try Connecting.run(database: arguments[1])
  case "starve" where arguments.count == 2: try Starving.run(store: arguments[1])
  default:
    complain("usage: MountFixture mount|change|seed|starve STORE …")
    exit(64)
  }
} catch {
  complain("mount-fixture: \(error)")
  exit(1)
}
