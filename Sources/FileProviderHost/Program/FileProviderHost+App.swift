import FileProviderInterface
import FileProviderManaging
public import Foundation

extension FileProviderHost {
  /// Lets `NSFileProviderManager` work in an app, for the domains of a provider whose program is another one.
  ///
  /// Call it once, before the first use of a manager. What concerns the provider is done in its process, which is started for that.
  ///
  /// - Parameters:
  ///   - identifier: The provider's bundle identifier, as its program has it.
  ///   - program: The provider's program, recorded with the domains that this app adds. A mount of one starts it.
  /// - Throws: `CocoaError.fileNoSuchFile` where there is no such program.
  public static func manageDomains(ofProvider identifier: String, program: URL) throws {
    guard program.isFileURL, FileManager.default.isExecutableFile(atPath: program.path) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: program.path])
    }
    let path = program.resolvingSymlinksInPath().path
    NSFileProviderManager.install(ManagingSystem(provider: identifier, program: path))
  }
}
