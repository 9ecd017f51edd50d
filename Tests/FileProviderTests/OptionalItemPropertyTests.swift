import FileProvider
import Foundation
import Testing
import UniformTypeIdentifiers

@Suite("Optional item properties") struct OptionalItemPropertyTests {
  // Everything that a class leaves out reads as nil, of whatever type it would be.
  @Test func `are nil where the class does not declare them`() {
    let item: NSFileProviderItem = BareItem()
    let isMissing: [String: Bool] = [
      "contentType": item.contentType == nil, "typeIdentifier": item.typeIdentifier == nil,
      "capabilities": item.capabilities == nil, "fileSystemFlags": item.fileSystemFlags == nil,
      "documentSize": item.documentSize == nil, "childItemCount": item.childItemCount == nil,
      "creationDate": item.creationDate == nil, "contentModificationDate": item.contentModificationDate == nil,
      "itemVersion": item.itemVersion == nil, "versionIdentifier": item.versionIdentifier == nil,
      "symlinkTargetPath": item.symlinkTargetPath == nil, "extendedAttributes": item.extendedAttributes == nil,
      "typeAndCreator": item.typeAndCreator == nil, "contentPolicy": item.contentPolicy == nil,
      "namespacePolicy": item.namespacePolicy == nil, "lastUsedDate": item.lastUsedDate == nil,
      "tagData": item.tagData == nil, "favoriteRank": item.favoriteRank == nil,
      "isTrashed": item.isTrashed == nil, "isUploaded": item.isUploaded == nil,
      "isUploading": item.isUploading == nil, "uploadingError": item.uploadingError == nil,
      "isDownloaded": item.isDownloaded == nil, "isDownloading": item.isDownloading == nil,
      "downloadingError": item.downloadingError == nil,
      "isMostRecentVersionDownloaded": item.isMostRecentVersionDownloaded == nil,
      "isShared": item.isShared == nil, "isSharedByCurrentUser": item.isSharedByCurrentUser == nil,
      "ownerNameComponents": item.ownerNameComponents == nil,
      "mostRecentEditorNameComponents": item.mostRecentEditorNameComponents == nil,
      "userInfo": item.userInfo == nil,
    ]
    #expect(isMissing.filter { !$0.value }.isEmpty)
    #expect(isMissing.count == 31)
  }

  // Every property arrives with the value of the class, also where that equals what the default would be.
  @Test func `have the value that the class declares`() {
    let item: NSFileProviderItem = FullItem()
    #expect(item.contentType == .data)
    #expect(item.typeIdentifier == "")
    #expect(item.capabilities == [])
    #expect(item.fileSystemFlags == [.userReadable])
    #expect(item.documentSize == .some(7))
    #expect(item.childItemCount == .some(nil))
    #expect(item.creationDate == .some(nil))
    #expect(item.contentModificationDate == .some(Date.distantPast))
    #expect(item.itemVersion == NSFileProviderItemVersion())
    #expect(item.versionIdentifier == .some(Data()))
    #expect(item.symlinkTargetPath == .some("../target"))
    #expect(item.extendedAttributes == ["user.a": Data([1])])
    #expect(item.typeAndCreator?.type == 1 && item.typeAndCreator?.creator == 2)
    #expect(item.contentPolicy == .downloadEagerlyAndKeepDownloaded)
    #expect(item.namespacePolicy == .inherited)
    #expect(item.lastUsedDate == .some(Date.distantFuture))
    #expect(item.tagData == .some(nil))
    #expect(item.favoriteRank == .some(3))
    #expect(item.isTrashed == false)
    #expect(item.isUploaded == true)
    #expect(item.isUploading == false)
    #expect(item.uploadingError != nil)
    #expect(item.isDownloaded == true)
    #expect(item.isDownloading == true)
    #expect(item.downloadingError != nil)
    #expect(item.isMostRecentVersionDownloaded == false)
    #expect(item.isShared == true)
    #expect(item.isSharedByCurrentUser == true)
    #expect(item.ownerNameComponents == .some(nil))
    #expect(item.mostRecentEditorNameComponents == .some(nil))
    #expect(item.userInfo != nil)
  }

  // A class may compute its properties from those of another item, declared there or not.
  @Test func `can be computed from another item's`() {
    let overBare: NSFileProviderItem = WrappingItem(BareItem())
    #expect(overBare.contentType == .folder)
    #expect(overBare.documentSize == .some(nil))
    #expect(overBare.isUploaded == nil)
    let overFull: NSFileProviderItem = WrappingItem(FullItem())
    #expect(overFull.contentType == .data)
    #expect(overFull.documentSize == .some(7))
    #expect(overFull.isUploaded == nil)
  }

  // Code that goes past the reader, and so gets a default, does not disturb a reader after it.
  @Test func `are not disturbed by defaults read before`() {
    let bare: NSFileProviderItem = BareItem()
    let type: UTType = bare.contentType
    #expect(type == .data)
    let full: NSFileProviderItem = FullItem()
    #expect(full.contentType == .data)
    #expect(bare.contentType == nil)
  }

  // Readers on several threads do not see each other's defaults.
  @Test func `are read on many threads at once`() async {
    await withTaskGroup(of: Bool.self) { group in
      for index in 0..<8 {
        group.addTask {
          let item: NSFileProviderItem = index.isMultiple(of: 2) ? BareItem() : FullItem()
          return (0..<1_000).allSatisfy { _ in (item.isUploaded == nil) == index.isMultiple(of: 2) }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  // A subclass overrides what its superclass declares.
  @Test func `follow an override`() {
    final class Renamed: ExampleItem {
      override var contentType: UTType { .pdf }
    }
    let item: NSFileProviderItem = Renamed(identifier: NSFileProviderItemIdentifier("r"), name: "r.pdf")
    #expect(item.contentType == .pdf)
  }

  // A refinement of the protocol reads like the protocol.
  @Test func `are optional through a refining protocol`() {
    final class Decorated: NSObject, NSFileProviderItemDecorating {
      var itemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier("d") }
      var parentItemIdentifier: NSFileProviderItemIdentifier { .rootContainer }
      var filename: String { "d" }
      var isShared: Bool { false }
      var decorations: [NSFileProviderItemDecorationIdentifier]? {
        [NSFileProviderItemDecorationIdentifier("heart")]
      }
    }
    let item: any NSFileProviderItemDecorating = Decorated()
    #expect(item.isShared == false)
    #expect(item.isUploaded == nil)
    #expect(item.decorations?.count == 1)
  }
}

/// Declares everything, where possible with the value that the default has too.
private final class FullItem: NSObject, NSFileProviderItem {
  var itemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier("full") }
  var parentItemIdentifier: NSFileProviderItemIdentifier { .rootContainer }
  var filename: String { "full" }
  var contentType: UTType { .data }
  var typeIdentifier: String { "" }
  var capabilities: NSFileProviderItemCapabilities { [] }
  var fileSystemFlags: NSFileProviderFileSystemFlags { [.userReadable] }
  var documentSize: NSNumber? { 7 }
  var childItemCount: NSNumber? { nil }
  var creationDate: Date? { nil }
  var contentModificationDate: Date? { .distantPast }
  var itemVersion: NSFileProviderItemVersion { NSFileProviderItemVersion() }
  var versionIdentifier: Data? { Data() }
  var symlinkTargetPath: String? { "../target" }
  var extendedAttributes: [String: Data] { ["user.a": Data([1])] }
  var typeAndCreator: NSFileProviderTypeAndCreator { NSFileProviderTypeAndCreator(type: 1, creator: 2) }
  var contentPolicy: NSFileProviderContentPolicy { .downloadEagerlyAndKeepDownloaded }
  var namespacePolicy: NSFileProviderNamespacePolicy { .inherited }
  var lastUsedDate: Date? { .distantFuture }
  var tagData: Data? { nil }
  var favoriteRank: NSNumber? { 3 }
  var isTrashed: Bool { false }
  var isUploaded: Bool { true }
  var isUploading: Bool { false }
  var uploadingError: (any Error)? { CocoaError(.userCancelled) }
  var isDownloaded: Bool { true }
  var isDownloading: Bool { true }
  var downloadingError: (any Error)? { CocoaError(.userCancelled) }
  var isMostRecentVersionDownloaded: Bool { false }
  var isShared: Bool { true }
  var isSharedByCurrentUser: Bool { true }
  var ownerNameComponents: PersonNameComponents? { nil }
  var mostRecentEditorNameComponents: PersonNameComponents? { nil }
  var userInfo: [AnyHashable: Any]? { [:] }
}

/// Computes two properties from another item and leaves the rest out.
private final class WrappingItem: NSObject, NSFileProviderItem {
  let wrapped: NSFileProviderItem

  init(_ wrapped: NSFileProviderItem) { self.wrapped = wrapped }

  var itemIdentifier: NSFileProviderItemIdentifier { wrapped.itemIdentifier }
  var parentItemIdentifier: NSFileProviderItemIdentifier { wrapped.parentItemIdentifier }
  var filename: String { wrapped.filename }
  var contentType: UTType { wrapped.contentType ?? .folder }
  var documentSize: NSNumber? { wrapped.documentSize ?? nil }
}
