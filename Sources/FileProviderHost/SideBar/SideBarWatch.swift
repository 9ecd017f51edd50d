import FileProviderDomains
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// Watches what changes the side bar: mounts that come and go, commits in the mounted domains, and the file of this program.
final class SideBarWatch {
  private let watch: Descriptor?
  /// Readable after an event; negative where nothing can be watched.
  var number: Int32 { watch.number }

  init() {
    watch = Descriptor(owning: inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)))
    // A file that is removed, or that another one is renamed to, has one link less.
    add("/proc/self/exe", IN_ATTRIB)
  }

  /// Watches domains from here on. A file that is watched already stays so.
  ///
  /// - Parameter stores: The folders of their stores.
  func follow(_ stores: [URL]) {
    let folder = RuntimeDirectory.path
    if !add(folder, IN_CREATE | IN_DELETE | IN_MOVED_TO), let slash = folder.lastIndex(of: "/") {
      add(String(folder[..<slash]), IN_CREATE)
    }
    for file in stores.flatMap(CommitFiles.urls) { add(file.path, IN_MODIFY) }
  }

  @discardableResult private func add(_ path: String, _ events: Int32) -> Bool {
    inotify_add_watch(number, path, UInt32(events)) >= 0
  }

  /// Takes the events that have come.
  ///
  /// - Returns: Whether there were any.
  @discardableResult func drain() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      var isAny = false
      while read(number, buffer.baseAddress, buffer.count) > 0 { isAny = true }
      return isAny
    }
  }
}
