public import Foundation
public import FoundationNetworking

extension URLCache {
  /// A cache of answers.
  ///
  /// - Parameters:
  ///   - memoryCapacity: How many bytes it keeps in memory.
  ///   - diskCapacity: How many bytes it keeps on the disk.
  ///   - directory: The folder of what is on the disk; the cache's own when nil.
  public convenience init(memoryCapacity: Int, diskCapacity: Int, directory: URL? = nil) {
    self.init(memoryCapacity: memoryCapacity, diskCapacity: diskCapacity, diskPath: directory?.path)
  }
}
