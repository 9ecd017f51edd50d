import FileProvider
import Foundation
import Testing

@Suite("A file provider error") struct NSFileProviderErrorTests {
  // The struct becomes an NSError with everything it carries.
  @Test func `is an NSError of its domain`() {
    let error: any Error = NSFileProviderError(.serverUnreachable, userInfo: [NSLocalizedDescriptionKey: "away"])
    let object = error as NSError
    #expect(object.domain == NSFileProviderErrorDomain)
    #expect(object.code == -1004)
    #expect(object.userInfo[NSLocalizedDescriptionKey] as? String == "away")
    #expect(object.localizedDescription == "away")
    #expect(NSFileProviderError(_nsError: object).code == .serverUnreachable)
  }

  // An NSError that some other code made casts back, with its code and what it carries.
  @Test func `casts from an NSError`() {
    let object = NSError(domain: NSFileProviderErrorDomain, code: -1005, userInfo: ["key": "value"])
    let error: any Error = object
    #expect((error as? NSFileProviderError)?.code == .noSuchItem)
    #expect((error as? NSFileProviderError)?.userInfo["key"] as? String == "value")
    #expect(object as? NSFileProviderError != nil)
  }

  // Another domain, or a number that is no code, is not one of these errors.
  @Test func `does not cast from anything else`() {
    #expect((CocoaError(.fileNoSuchFile) as any Error) as? NSFileProviderError == nil)
    #expect(NSError(domain: NSCocoaErrorDomain, code: -1005) as? NSFileProviderError == nil)
    #expect(NSError(domain: NSFileProviderErrorDomain, code: 1) as? NSFileProviderError == nil)
  }

  // The way errors are caught in client code, for the struct and for an NSError alike.
  @Test(arguments: [
    NSFileProviderError(.noSuchItem) as any Error, NSError(domain: NSFileProviderErrorDomain, code: -1005),
  ])
  func `is caught by its code`(_ error: any Error) {
    func caught(by body: () throws -> Void) -> String {
      do {
        try body()
      } catch NSFileProviderError.notAuthenticated {
        return "not authenticated"
      } catch NSFileProviderError.noSuchItem {
        return "no such item"
      } catch {
        return "other"
      }
      return "nothing"
    }
    #expect(caught { throw error } == "no such item")
    #expect(caught { throw CocoaError(.fileNoSuchFile) } == "other")
  }

  // Catching by cast and switching over the code, the other way that client code does it.
  @Test func `is caught by its type`() {
    do {
      throw NSFileProviderError(.insufficientQuota)
    } catch let error as NSFileProviderError {
      switch error.code {
      case .insufficientQuota: break
      default: Issue.record("wrong code \(error.code)")
      }
    } catch {
      Issue.record("not caught")
    }
  }

  // Two names, one code.
  @Test func `treats an expired page as an expired anchor`() {
    #expect(NSFileProviderError(.pageExpired).code == .syncAnchorExpired)
    #expect(NSFileProviderError.pageExpired.rawValue == -1002)
  }

  // Equal code and contents make equal errors.
  @Test func `compares by code`() {
    #expect(NSFileProviderError(.noSuchItem) == NSFileProviderError(.noSuchItem))
    #expect(NSFileProviderError(.noSuchItem) != NSFileProviderError(.notAuthenticated))
  }

  // The collision carries the item that is in the way.
  @Test func `carries the colliding item`() {
    let item = BareItem()
    let error = NSError.fileProviderErrorForCollision(with: item)
    #expect(error.code == NSFileProviderError.filenameCollision.rawValue)
    #expect(error.userInfo[NSFileProviderErrorItemKey] as? NSFileProviderItem === item)
    #expect((error as any Error as? NSFileProviderError)?.code == .filenameCollision)
  }

  // The missing item is named, as a string and as an identifier.
  @Test func `names the missing item`() {
    let identifier = NSFileProviderItemIdentifier("gone")
    let error = NSError.fileProviderErrorForNonExistentItem(withIdentifier: identifier)
    let value = error.userInfo[NSFileProviderErrorNonExistentItemIdentifierKey]
    #expect(error.code == NSFileProviderError.noSuchItem.rawValue)
    #expect(value as? String == "gone")
    #expect(value as? NSFileProviderItemIdentifier == identifier)
  }

  // The refused deletion carries the item as the provider has it.
  @Test func `carries the item of a refused deletion`() {
    let item = BareItem()
    let error = NSError.fileProviderErrorForRejectedDeletion(of: item)
    #expect(error.code == NSFileProviderError.deletionRejected.rawValue)
    #expect(error.userInfo[NSFileProviderErrorItemKey] as? NSFileProviderItem === item)
  }
}
