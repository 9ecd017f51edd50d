import FileProviderThumbnails
import SecretService

/// The user's file manager (`org.freedesktop.FileManager1` on the session bus).
package enum DesktopFiles {
  /// Shows items in their folders.
  ///
  /// - Parameter paths: Their paths, as bytes.
  static func show(_ paths: [[UInt8]]) { call("ShowItems", paths) }

  /// Shows what is in a folder.
  ///
  /// - Parameter path: Its path, as bytes.
  package static func openFolder(_ path: [UInt8]) { call("ShowFolders", [path]) }

  private static func call(_ method: String, _ paths: [[UInt8]]) {
    let service = "org.freedesktop.FileManager1"
    _ = try? Bus(address: nil).call("/org/freedesktop/FileManager1", service, method, to: service) {
      message throws(SecretServiceError) in
      try message.write("a", "s") { () throws(SecretServiceError) in
        for path in paths { try message.write(FileURI.text(of: path)) }
      }
      try message.write("")
    }
  }
}
