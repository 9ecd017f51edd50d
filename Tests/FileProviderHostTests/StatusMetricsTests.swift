import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderHost
@testable import FileProviderProgram

/// `status --openmetrics`, read as the text format of OpenMetrics describes it.
@Suite struct StatusMetricsTests {
  /// A metric that was read.
  private struct Family {
    var kind: String
    var unit: String?
    var hasHelp = false
    /// What precedes each value.
    var samples: [String: String] = [:]
  }

  /// - Throws: Where a line is out of place.
  private func parse(_ text: String) throws -> [String: Family] {
    var families: [String: Family] = [:]
    var name = ""
    #expect(text.hasSuffix("# EOF\n"))
    for line in text.dropLast("# EOF\n".count).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      switch (words[0], words[1]) {
      case ("#", "TYPE"):
        name = words[2]
        #expect(families[name] == nil, "\(name) is in two places")
        families[name] = Family(kind: words[3])
      case ("#", "UNIT"):
        #expect(words[2] == name && name.hasSuffix("_" + words[3]))
        families[name]?.unit = words[3]
      case ("#", "HELP"):
        #expect(words[2] == name && families[name]?.samples.isEmpty == true)
        families[name]?.hasHelp = true
      default:
        let sample = try #require(line.wholeMatch(of: /([a-z_]+)\{(.*)\} (-?[0-9]+(?:\.[0-9]+)?)/), "\(line)")
        #expect(String(sample.1) == name + (families[name]?.kind == "counter" ? "_total" : ""))
        let earlier = families[name]?.samples.updateValue(String(sample.3), forKey: String(sample.2))
        #expect(earlier == nil, "twice: \(line)")
      }
    }
    #expect(families.values.allSatisfy { $0.hasHelp && !$0.samples.isEmpty })
    return families
  }

  @Test func `samples of a metric are together, times have microseconds, and labels are escaped`() throws {
    let directory = try TestDirectory("metrics")
    var set = MetricSet()
    set.add(.items, 3, ["domain": "a"])
    set.add(.requests, 7, ["domain": "a", "mountpoint": "/a \"b\"\\c\nd", "operation": "read"])
    set.add(.items, .max, ["domain": "b"])
    set.add(.lastPull, microseconds: 1_700_000_000_000_007, ["domain": "a"])
    set.add(.lastPull, microseconds: nil, ["domain": "b"])
    try Data().write(to: directory.appending("text"))
    let file = try FileHandle(forWritingTo: directory.appending("text"))
    let writer = ByteWriter(descriptor: file.fileDescriptor)
    try set.write(to: writer)
    try writer.flush()
    let text = try String(contentsOf: directory.appending("text"), encoding: .utf8)
    let families = try parse(text)
    #expect(families["fileprovider_items"]?.samples == ["domain=\"a\"": "3", "domain=\"b\"": "9223372036854775807"])
    let pull = families["fileprovider_last_pull_timestamp_seconds"]
    #expect(pull?.unit == "seconds" && pull?.samples == ["domain=\"a\"": "1700000000.000007"])
    #expect(
      text.contains(
        #"fileprovider_mount_requests_total{domain="a",mountpoint="/a \"b\"\\c\nd",operation="read"} 7"# + "\n"))
  }

  @Test(.enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"))
  func `domains and mounts are counted, and what cannot be read is down`() throws {
    let sandbox = try Sandbox()
    try #require(try sandbox.run("mount", sandbox.mountpoint).status == 0)
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    #expect(try sandbox.shell("printf 12345 >$M/five; mkdir $M/folder; cat $M/five >/dev/null").status == 0)
    let result = try sandbox.run("status", "--openmetrics")
    #expect(result.status == 0 && result.error.isEmpty, "\(result)")
    let families = try parse(result.output)
    func value(_ name: String, _ labels: String) -> String? { families["fileprovider_" + name]?.samples[labels] }
    let domain = "domain=\"default\""
    #expect(value("domain_up", domain) == "1" && value("items", domain) == "2")
    #expect(value("contents_bytes", domain) == "5")
    #expect(value("disk_available_bytes", domain).flatMap { Int($0) } ?? 0 > 0)
    #expect(families["fileprovider_pending_items"] == nil, "a local domain")
    let mount = "\(domain),mountpoint=\"\(sandbox.mountpoint)\""
    #expect(value("mount_up", mount) == "1")
    #expect(value("mount_requests", "\(mount),operation=\"mkdir\"") == "1")

    // The process of the mount goes on as long as something is open in it.
    let open = try FileHandle(forReadingFrom: URL(fileURLWithPath: sandbox.mountpoint + "/five"))
    #expect(umount2(sandbox.mountpoint, Int32(MNT_DETACH)) == 0 || geteuid() != 0)
    if geteuid() == 0 {
      try #require(try sandbox.run("mount", sandbox.mountpoint).status == 0)
      let both = try parse(sandbox.run("status", "--openmetrics").output)
      #expect(both["fileprovider_mount_up"]?.samples == [mount: "1"])
      #expect(both["fileprovider_mount_requests"]?.samples["\(mount),operation=\"mkdir\""] == nil, "the newest")
    }
    try open.close()

    try sandbox.write("damaged", to: "data/fileprovider/broken/items.sqlite")
    let broken = try sandbox.run("status", "--openmetrics")
    #expect(broken.status != 0 && broken.error.contains("broken"), "\(broken)")
    #expect(try parse(broken.output)["fileprovider_domain_up"]?.samples == [domain: "1", "domain=\"broken\"": "0"])
    #expect(try sandbox.run("status", "--openmetrics", "--json").status == 64)
  }
}
