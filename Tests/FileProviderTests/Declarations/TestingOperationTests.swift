import FileProvider
import Foundation
import Testing

/// All steps in one: what code that makes its own steps has to declare.
private final class Step: NSObject, NSFileProviderTestingIngestion, NSFileProviderTestingLookup,
  NSFileProviderTestingContentFetch, NSFileProviderTestingChildrenEnumeration,
  NSFileProviderTestingCollisionResolution, NSFileProviderTestingCreation, NSFileProviderTestingModification,
  NSFileProviderTestingDeletion
{
  var type: NSFileProviderTestingOperationType { .creation }
  var side: NSFileProviderTestingOperationSide { .disk }
  var targetSide: NSFileProviderTestingOperationSide { .fileProvider }
  var item: (any NSFileProviderItem)? { nil }
  var itemIdentifier: NSFileProviderItemIdentifier { .rootContainer }
  var renamedItem: any NSFileProviderItem { BareItem() }
  var sourceItem: any NSFileProviderItem { BareItem() }
  var sourceItemIdentifier: NSFileProviderItemIdentifier { .rootContainer }
  var targetItemIdentifier: NSFileProviderItemIdentifier { .rootContainer }
  var targetItemBaseVersion: NSFileProviderItemVersion { NSFileProviderItemVersion() }
  var changedFields: NSFileProviderItemFields { .contents }
  var domainVersion: NSFileProviderDomainVersion? { NSFileProviderDomainVersion().next() }
}

@Suite("Steps of synchronization") struct TestingOperationTests {
  @Test func `are recognised by their protocols`() throws {
    let step: any NSFileProviderTestingOperation = Step()
    #expect(step.type == .creation)
    let creation = try #require(step as? any NSFileProviderTestingCreation)
    #expect(creation.targetSide == .fileProvider && creation.sourceItem.filename == "bare")
    #expect((step as? any NSFileProviderTestingIngestion)?.side == .disk)
    #expect((step as? any NSFileProviderTestingModification)?.changedFields == .contents)
  }

  @Test func `have Apple's numbers`() {
    let types: [NSFileProviderTestingOperationType] = [
      .ingestion, .lookup, .creation, .modification, .deletion, .contentFetch, .childrenEnumeration,
      .collisionResolution,
    ]
    #expect(types.map(\.rawValue) == Array(0...7))
    #expect(NSFileProviderTestingOperationSide.disk.rawValue == 0)
    #expect(NSFileProviderTestingOperationSide.fileProvider.rawValue == 1)
  }
}
