import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

/// Whose a store is: who could put another in its place.
@Suite(.enabled(if: Machine.isRoot, "this needs root")) struct StoreOwnerPathTests {
  private let directory: TestDirectory
  private let user: uid_t = 12345
  private let other: uid_t = 12346

  init() throws {
    directory = try TestDirectory("owner")
    for name in ["home", "home/data", "home/data/store", "roots"] { mkdir(directory.path + "/" + name, 0o755) }
  }

  private func give(_ name: String, to user: uid_t) { lchown(directory.path + "/" + name, user, user) }
  private func owner(_ name: String) -> uid_t { StoreOwner.user(of: directory.appending(name)) }

  @Test func `it is root's where everything on the way is`() {
    #expect(owner("home/data/store") == 0)
    #expect(owner("home/none/at/all") == 0)
  }

  @Test func `the outermost folder of another user decides, whoever has what is below`() {
    give("home/data/store", to: other)
    #expect(owner("home/data/store") == other)
    give("home", to: user)
    #expect(owner("home/data/store") == user)
    #expect(owner("home/data") == user)
    #expect(owner("home/none") == user)
  }

  @Test func `a link belongs to whoever can change it, and one of root's is followed`() {
    give("home", to: user)
    symlink(directory.path + "/roots", directory.path + "/home/link")
    #expect(owner("home/link") == user)
    symlink(directory.path + "/home/data", directory.path + "/roots/link")
    #expect(owner("roots/link") == user)
    #expect(owner("roots/link/store") == user)
    #expect(owner("roots") == 0)
  }

  @Test func `root makes a store as the one whose folder it is made in`() throws {
    give("home", to: user)
    give("home/data", to: user)
    let store = try ItemStore(directory: directory.appending("home/data/made/new"))
    try store.finish()
    for name in ["made", "made/new", "made/new/items.sqlite"] {
      var status = stat()
      #expect(lstat(directory.path + "/home/data/" + name, &status) == 0 && status.st_uid == user, "\(name)")
    }
  }

  @Test func `what is done in a user's folder is done with that user's rights`() throws {
    give("home", to: user)
    symlink(directory.path + "/roots", directory.path + "/home/link")
    let place = directory.path + "/home/link/made"
    let (made, user) = try StoreOwner.acting(in: directory.appending("home")) {
      (mkdir(place, 0o700), FileIdentity.currentUser)
    }
    #expect(made == -1 && user == self.user)
    #expect(FileIdentity.currentUser == 0)
  }
}
