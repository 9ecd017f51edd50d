import FileProviderInterface
import FileProviderStore
import Foundation
import TestSupport
import Testing

@testable import FileProviderDomains
@testable import FileProviderHost
@testable import FileProviderReplica

/// What a domain's provider is told of it, by the person who adds it.
@Suite struct DomainDescriptionTests {
  @Test func `a domain is added with a name for people and with facts, which can be set anew`() throws {
    let sandbox = try Sandbox()
    let added = try sandbox.run(
      "domain", "add", "work", "--display-name", "At work", "--user-info", "server=a=b", "--user-info", "empty=")
    #expect(added.status == 0, "\(added)")
    func domain() throws -> [String] {
      let store = try ItemStore(directory: sandbox.url("data/fileprovider/work"))
      let domain = try DomainRecord(DomainName("work"), store).domain
      let facts = (domain.userInfo ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
      return [domain.displayName] + facts
    }
    #expect(try domain() == ["At work", "empty=", "server=a=b"])
    #expect(try sandbox.run("domain", "set", "work", "--user-info", "server=c").status == 0)
    #expect(try domain() == ["At work", "server=c"])
    #expect(try sandbox.run("domain", "set", "work", "--display-name", "Office").status == 0)
    #expect(try domain() == ["Office", "server=c"])
    for wrong in [["--user-info", "plain"], ["--user-info", "=a"], ["--display-name", ""]] {
      #expect(try sandbox.run(["domain", "add", "other"] + wrong).status == 64)
    }
    #expect(try sandbox.run("domain", "info", "other").status != 0)
  }

  @Test func `what a provider says of its domain is in the domain's facts`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("domain", "add", "work").status == 0)
    let facts = try PropertyListText.make(["plan": "a \"paid\" one", "seats": 3])
    try ItemStore(directory: sandbox.url("data/fileprovider/work")).change(author: "test") {
      (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("Example", hasTrash: true)
      try transaction.changeSetting(StoredDomainState.factsKey, to: facts)
    }
    let json = try sandbox.run("domain", "info", "work", "--json")
    #expect(json.status == 0, "\(json)")
    #expect(json.output.contains(#""userInfo":{"plan":"a \"paid\" one","seats":"3"}"#), "\(json)")
    let text = try sandbox.run("domain", "info", "work")
    #expect(text.output.contains("reported     seats: 3\n"), "\(text)")
  }
}
