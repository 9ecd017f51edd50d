import Foundation
import TestSupport

@testable import FileProviderWebDAV

/// A real SabreDAV, which Nextcloud and ownCloud are built on, in PHP's own web server on loopback.
///
/// It has access control (RFC 3744): into a folder that has a document `.locked`, nothing is put, and nothing in it is changed.
final class SabreDAV {
  let address: String
  let port: UInt16
  let directory: TestDirectory
  private let process: RunningProcess

  /// Why there is none, if so.
  static var problem: String? {
    guard Machine.installed("php") != nil else { return "php is not installed" }
    return FileManager.default.fileExists(atPath: "/usr/share/php/Sabre/DAV") ? nil : "php-sabre-dav is not installed"
  }

  var files: URL { directory.appending("files") }

  /// - Parameter isTopLocked: Whether nothing is put into the top folder.
  init(isTopLocked: Bool = false) throws {
    directory = try TestDirectory("sabre")
    for folder in ["open", "shut"] {
      try FileManager.default.createDirectory(
        at: directory.appending("files/\(folder)"), withIntermediateDirectories: true)
    }
    for folder in ["shut"] + (isTopLocked ? ["."] : []) {
      try Data().write(to: directory.appending("files/\(folder)/.locked"))
    }
    try Self.script.write(to: directory.appending("server.php"), atomically: true, encoding: .utf8)
    port = try Apache.freePort()
    address = "http://127.0.0.1:\(port)/"
    process = try RunningProcess(
      [
        Machine.installed("php") ?? "php", "-d", "display_errors=0", "-S", "127.0.0.1:\(port)",
        directory.appending("server.php").path,
      ], environment: ["PATH": "/usr/bin:/bin"], in: directory.path, output: directory.appending("log").path)
    let server = WebDAVServer(transport: try Transport(settings), facts: ServerFacts())
    guard eventually(seconds: 60, { (try? server.entry(at: .root)) != nil }) else {
      throw SupportFailure("SabreDAV does not answer")
    }
  }

  deinit { process.stop() }

  var settings: WebDAVSettings { settings(address) }
  func settings(_ address: String) -> WebDAVSettings {
    var settings = WebDAVSettings(address: address)
    (settings.shortestInterval, settings.longestInterval) = (0.1, 0.3)
    return settings
  }

  func read(_ path: String) -> String? {
    try? String(contentsOf: files.appendingPathComponent(path), encoding: .utf8)
  }

  private static let script = #"""
    <?php
    date_default_timezone_set('UTC');
    require_once 'Sabre/autoload.php';
    trait Access {
      function getOwner() { return null; }
      function getGroup() { return null; }
      function getACL() {
        $folder = is_dir($this->path) ? $this->path : dirname($this->path);
        $privilege = file_exists("$folder/.locked") ? '{DAV:}read' : '{DAV:}all';
        return [['privilege' => $privilege, 'principal' => '{DAV:}all', 'protected' => true]];
      }
      function setACL(array $acl) { throw new \Sabre\DAV\Exception\Forbidden('it is fixed'); }
      function getSupportedPrivilegeSet() { return null; }
    }
    class Document extends \Sabre\DAV\FSExt\File implements \Sabre\DAVACL\IACL { use Access; }
    class Folder extends \Sabre\DAV\FSExt\Directory implements \Sabre\DAVACL\IACL {
      use Access;
      function getChild($name) {
        parent::getChild($name);
        $path = $this->path . '/' . $name;
        return is_dir($path) ? new Folder($path) : new Document($path);
      }
    }
    $server = new \Sabre\DAV\Server(new Folder(__DIR__ . '/files'));
    $server->setBaseUri('/');
    $server->addPlugin(new \Sabre\DAVACL\Plugin());
    $server->exec();
    """#
}
