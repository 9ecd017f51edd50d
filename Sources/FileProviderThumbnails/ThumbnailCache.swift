import FileProviderProgram
import Glibc
import LinuxSystem

/// The cache of thumbnails that file managers look into before they make one themselves.
///
/// https://specifications.freedesktop.org/thumbnail-spec/latest/
package struct ThumbnailCache {
  /// Its folder.
  package let folder: String

  package init(folder: String) {
    self.folder = folder
  }

  /// The folder of the user who runs this program.
  package static var ownFolder: String {
    (Environment.directory("XDG_CACHE_HOME") ?? Environment.home + "/.cache") + "/thumbnails"
  }

  /// Where the picture of a file is.
  ///
  /// - Throws: `CommandFailure`.
  package func path(of uri: String, _ size: ThumbnailSize) throws -> String {
    guard let digits = MD5.digits(of: uri.utf8) else {
      throw CommandFailure(folder, "file names in the cache need MD5, but OpenSSL's libcrypto is missing or refuses it")
    }
    return "\(folder)/\(size.rawValue)/\(digits).png"
  }

  /// Puts a picture of a file into the cache, in place of an older one.
  ///
  /// - Parameter modified: When the file was modified, in seconds since 1970: a picture with another time counts as outdated.
  /// - Throws: `CommandFailure`.
  func put(_ picture: PNGPicture, of uri: String, modified: Int64, as size: ThumbnailSize) throws {
    let path = try path(of: uri, size)
    try makeFolders(size)
    // Process number and time make the name of concurrent writers unique.
    let temporary = "\(path).\(getpid()).\(UInt32.random(in: .min ... .max)).tmp"
    guard let file = Descriptor(opening: temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600) else {
      throw CommandFailure(temporary, "cannot be created: \(System.reason())")
    }
    let bytes = picture.with([("Thumb::URI", uri), ("Thumb::MTime", String(modified))])
    let isWritten = fchmod(file.number, 0o600) == 0 && Self.write(bytes, to: file)
    let error = errno
    _ = file.close()
    guard isWritten, rename(temporary, path) == 0 else {
      let reason = System.reason(isWritten ? errno : error)
      unlink(temporary)
      throw CommandFailure(path, "cannot be written: \(reason)")
    }
  }

  private static func write(_ bytes: [UInt8], to file: borrowing Descriptor) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = UnsafeRawBufferPointer(buffer)
      while !rest.isEmpty {
        let count = Glibc.write(file.number, rest.baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }
  }

  private func makeFolders(_ size: ThumbnailSize) throws {
    var path = ""
    for name in "\(folder)/\(size.rawValue)".split(separator: "/") {
      path += "/" + name
      guard mkdir(path, 0o700) == 0 || errno == EEXIST || access(path, F_OK) == 0 else {
        throw CommandFailure(path, "cannot be created: \(System.reason())")
      }
    }
  }
}
