/// What `status --json` says, as far as tests ask.
package struct MountStatus: Decodable {
  package struct Domain: Decodable {
    package var name: String
    package var items: Int
    package var generation: Int
  }
  package struct Mount: Decodable {
    package var domain: String
    package var mountpoint: String
    package var pid: Int
    package var supervisor: Int?
    package var restarts: Int
    package var state: String
    package var liveEnumerators: Int
    package var live: [String: Int]
    package var openFiles: Int
    package var passthrough: Bool?
    package var passthroughRefusal: String?
  }
  package var domains: [Domain]
  package var mounts: [Mount]
}
