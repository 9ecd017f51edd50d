import Foundation
import FoundationExtras
import FoundationNetworking
import Glibc
import TestSupport
import Testing

/// What a session knows of its tasks, and where a cache is.
@Suite struct URLSessionNamesTests {
  /// Where somebody listens and never answers.
  private func silence() throws -> (descriptor: Int32, url: URL) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) | getsockname(descriptor, $0, &size)
      }
    }
    #expect(status == 0 && listen(descriptor, 8) == 0)
    return (descriptor, try #require(URL(string: "http://127.0.0.1:\(address.sin_port.bigEndian)/")))
  }

  @Test func `a session tells its tasks, by what they do`() async throws {
    let (descriptor, url) = try silence()
    defer { close(descriptor) }
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    let data = session.dataTask(with: url)
    let download = session.downloadTask(with: url)
    for task in [data, download] { task.resume() }
    #expect(Set(await session.allTasks) == [data, download])
    let (dataTasks, uploadTasks, downloadTasks) = await session.tasks
    #expect(dataTasks == [data] && uploadTasks.isEmpty && downloadTasks == [download])
  }

  @Test func `a cache is in the folder that is named`() throws {
    let directory = try TestDirectory("cache")
    let folder = directory.appending("answers")
    let cache = URLCache(memoryCapacity: 1 << 16, diskCapacity: 1 << 20, directory: folder)
    #expect(cache.diskCapacity == 1 << 20 && access(folder.path, F_OK) == 0)
    #expect(URLCache(memoryCapacity: 1, diskCapacity: 0).memoryCapacity == 1)
  }
}
