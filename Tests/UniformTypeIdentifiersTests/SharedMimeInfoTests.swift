import Foundation
import Testing

@testable import UniformTypeIdentifiers

@Suite("The shared MIME database") struct SharedMimeInfoTests {
  // The base directory rules: the user's directory first, defaults where nothing is set, relative paths ignored.
  @Test func `is looked for where the environment says`() {
    #expect(
      SharedMimeInfo.directories(in: ["HOME": "/home/u"])
        == ["/home/u/.local/share/mime", "/usr/local/share/mime", "/usr/share/mime"])
    #expect(
      SharedMimeInfo.directories(in: [
        "HOME": "/home/u", "XDG_DATA_HOME": "/data", "XDG_DATA_DIRS": "/one:relative:/two/",
      ]) == ["/data/mime", "/one/mime", "/two/mime"])
    #expect(SharedMimeInfo.directories(in: ["XDG_DATA_HOME": ""]) == ["/usr/local/share/mime", "/usr/share/mime"])
  }

  // At equal weight the more important directory comes first; a heavier claim wins from anywhere.
  @Test func `prefers the more important directory`() throws {
    let user = try TypeDatabase(["globs2": "50:application/x-mine:*.ext\n"])
    let machine = try TypeDatabase(["globs2": "50:application/x-theirs:*.ext\n60:application/x-heavy:*.big\n"])
    let database = SharedMimeInfo(directories: [user.path, machine.path])
    #expect(database.types(forExtension: "ext") == ["application/x-mine", "application/x-theirs"])
    #expect(database.types(forExtension: "big") == ["application/x-heavy"])
  }

  // A user can take away what the machine says of a type, without losing their own words on it.
  @Test func `lets a directory silence those after it`() throws {
    let user = try TypeDatabase(["globs2": "0:application/x-a:__NOGLOBS__\n50:application/x-a:*.mine\n"])
    let machine = try TypeDatabase(["globs2": "50:application/x-a:*.theirs\n"])
    let database = SharedMimeInfo(directories: [user.path, machine.path])
    #expect(database.extensionsByType["application/x-a"] == ["mine"])
  }

  // The order in which gettext looks at the environment; English needs no translation.
  @Test func `takes the language from the environment`() {
    #expect(SharedMimeInfo.languages(in: ["LANG": "de_AT.UTF-8"]) == ["de_AT", "de"])
    #expect(SharedMimeInfo.languages(in: ["LANG": "de_AT.UTF-8", "LC_ALL": "fr"]) == ["fr"])
    #expect(SharedMimeInfo.languages(in: ["LANG": "en_US.UTF-8"]).isEmpty)
    #expect(SharedMimeInfo.languages(in: ["LANG": "C.UTF-8"]).isEmpty)
    #expect(SharedMimeInfo.languages(in: [:]).isEmpty)
  }

  // The database of this machine, if it has one, is read without losing the common types.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/mime/globs2"), "no database installed"))
  func `is read from this machine`() {
    let database = SharedMimeInfo(directories: ["/usr/share/mime"])
    #expect(database.types(forExtension: "pdf").first == "application/pdf")
    #expect(database.canonical("application/acrobat") == "application/pdf")
    #expect(database.extensionsByType.count > 100)
  }
}
