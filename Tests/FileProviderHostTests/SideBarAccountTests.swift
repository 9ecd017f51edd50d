import FileProviderDomains
import FileProviderProgram
import Testing

@testable import FileProviderHost

/// What the side bar of a file manager gets, without a bus.
@Suite struct SideBarAccountTests {
  private func account(_ mountpoint: String, _ switches: [SideBarAction: Bool] = [:]) throws -> SideBarAccount {
    let domain = try DomainName("files")
    return SideBarAccount(
      domain: domain, name: "files", mountpoint: mountpoint, state: .idle, details: "", switches: switches)
  }

  @Test func `a path has what means something else in a URI escaped`() throws {
    let noncharacter = String(decoding: [0xEF, 0xBF, 0xBE], as: UTF8.self)
    #expect(try account("/a b/ä%41#1?\(noncharacter)").escapedMountpoint == "/a b/ä%2541%231%3F%EF%BF%BE")
  }

  /// File managers change neither where a row leads nor its menu.
  @Test func `another place and another menu are another row`() throws {
    let former = try account("/one", [.pause: false])
    #expect(try account("/one", [.pause: true]).fitsRow(of: former))
    #expect(try !account("/two", [.pause: false]).fitsRow(of: former))
    #expect(try !account("/one").fitsRow(of: former))
  }

  @Test func `an action is done once at a time in each domain`() throws {
    let actions = SideBarActions()
    let (one, two) = (try DomainName("one"), try DomainName("two"))
    #expect(actions.isIdle)
    #expect(actions.begin(.sync, in: one))
    #expect(!actions.begin(.sync, in: one))
    #expect(actions.begin(.sync, in: two) && actions.begin(.pause, in: one))
    for (action, domain) in [(SideBarAction.sync, one), (.sync, two), (.pause, one)] { actions.end(action, in: domain) }
    #expect(actions.isIdle)
    #expect(actions.begin(.sync, in: one))
  }
}
