import FileProviderThumbnails
import SecretService

/// The user's file manager (`org.freedesktop.FileManager1` on the session bus).
package enum DesktopFiles {
  /// Shows items in their folders.
  ///
  /// - Parameter paths: Their paths, as bytes.
  static func show(_ paths: [[UInt8]]) { _ = call("ShowItems", paths) }

  /// Shows what is in a folder.
  ///
  /// - Parameter path: Its path, as bytes.
  /// - Returns: False where no file manager has answered.
  package static func openFolder(_ path: [UInt8]) -> Bool { call("ShowFolders", [path]) }

  private static func call(_ method: String, _ paths: [[UInt8]]) -> Bool {
    let service = "org.freedesktop.FileManager1"
    do throws(SecretServiceError) {
      _ = try Bus(address: nil).call("/org/freedesktop/FileManager1", service, method, to: service) {
        message throws(SecretServiceError) in
        try message.write("a", "s") { () throws(SecretServiceError) in
          for path in paths { try message.write(FileURI.text(of: path)) }
        }
        try message.write("")
      }
      return true
    } catch { return false }
  }
}
