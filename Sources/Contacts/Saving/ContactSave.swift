import FileProviderStore
import Foundation
import VCard

/// Carries out a request to save, in one transaction of a store.
final class ContactSave {
  /// Who makes changes where a request names nobody.
  static let standardAuthor = "org.openfileprovider.contacts"

  private let store: ItemStore
  private let request: CNSaveRequest
  /// What the request has added and changed, by its objects.
  private var saved: [ObjectIdentifier: (item: ItemID, card: Card)] = [:]
  /// The groups that it has added, by their objects.
  private var groups: [ObjectIdentifier: ItemID] = [:]
  private var contents: CardContents

  init(_ request: CNSaveRequest, in store: ItemStore) {
    self.request = request
    self.store = store
    contents = CardContents(store)
  }

  func run() throws(StoreError) {
    let author = request.transactionAuthor ?? Self.standardAuthor
    guard !author.isEmpty, author.utf8.count <= 255, !ChangeAuthor.isExempt(author) else {
      let reason = "the author “\(author)” cannot be that of a request"
      throw StoreError(CNError(.policyViolation, userInfo: [NSLocalizedDescriptionKey: reason]))
    }
    do throws(StoreError) {
      try store.change(author: author) { (transaction) throws(StoreError) in
        let editor = ContactEditor(transaction, store, contents)
        let groups = GroupEditor(editor)
        for change in request.changes { try make(change, editor, groups) }
        try groups.finish()
        try contents.synchronize()
      }
    } catch {
      contents.discardAll()
      throw error
    }
    refetch()
  }

  /// Makes the default container where there is no container yet.
  ///
  /// - Returns: Its identifier.
  static func makeDefaultContainer(in store: ItemStore) throws(StoreError) -> String {
    let item = try store.change(author: standardAuthor) { (transaction) throws(StoreError) in
      try ContactEditor(transaction, store, CardContents(store)).defaultFolder()
    }
    return RecordIdentifier(store: store.uuid, item: item).text
  }

  private func make(_ change: CNSaveRequest.Change, _ editor: ContactEditor, _ groups: GroupEditor) throws(StoreError) {
    switch change {
    case .addContact(let contact, let container):
      if try file(of: contact, editor) != nil { throw StoreError(CNError(.insertedRecordAlreadyExists, contact)) }
      let card = contact.card()
      let item = try editor.add(card, to: container)
      saved[ObjectIdentifier(contact)] = (item, card)
    case .updateContact(let contact):
      guard let file = try file(of: contact, editor) else { throw StoreError(CNError(.recordDoesNotExist, contact)) }
      saved[ObjectIdentifier(contact)] = (file.item.id, try editor.update(file, contact))
    case .deleteContact(let contact):
      for file in try parts(of: contact, editor) { try editor.delete(file) }
      saved[ObjectIdentifier(contact)] = nil
    case .addCard(let card, let container): _ = try editor.add(card, to: container)
    case .replaceCard(let card, let identifier, let expected):
      let item = RecordIdentifier(identifier)?.item(in: store)
      guard let file = try item.flatMap({ (item) throws(StoreError) in try editor.file(item) }) else {
        let affected = [CNErrorUserInfoAffectedRecordIdentifiersKey: [identifier]]
        throw StoreError(CNError(.recordDoesNotExist, userInfo: affected))
      }
      if let expected, try file.anyCard() != expected {
        let reason = "the contact was changed by another program meanwhile"
        throw StoreError(CNError(.recordNotWritable, userInfo: [NSLocalizedDescriptionKey: reason]))
      }
      try editor.write(card, to: file)
    case .addGroup(let group, let container):
      if try item(of: group, groups) != nil { throw StoreError(CNError(.insertedRecordAlreadyExists, group)) }
      self.groups[ObjectIdentifier(group)] = try groups.add(group, to: container)
    case .updateGroup(let group): try groups.rename(existing(group, groups), to: group.name)
    case .deleteGroup(let group):
      try groups.delete(existing(group, groups))
      self.groups[ObjectIdentifier(group)] = nil
    case .addMember(let contact, let group):
      let group = try existing(group, groups)
      for file in try members(contact, beside: group, editor) { try groups.add(file, to: group) }
    case .removeMember(let contact, let group):
      let group = try existing(group, groups)
      for file in try members(contact, beside: group, editor) { try groups.remove(file, from: group) }
    case .addSubgroup(let subgroup, let group):
      try groups.add(member(subgroup, editor, groups), to: existing(group, groups))
    case .removeSubgroup(let subgroup, let group):
      try groups.remove(member(subgroup, editor, groups), from: existing(group, groups))
    }
  }

  /// The files of a contact and its parts. What another program has deleted of a unified one meanwhile does not keep the rest.
  private func parts(of contact: CNContact, _ editor: ContactEditor) throws(StoreError) -> [ContactFile] {
    var files: [ContactFile] = []
    for part in contact.parts {
      if let file = try file(of: part, editor) {
        files.append(file)
      } else {
        let item = RecordIdentifier(part.identifier)?.item(in: store)
        let isGone = try item.map { (item) throws(StoreError) in try editor.file(item) == nil } ?? false
        // One that cannot be read now is a contact all the same.
        if !isGone { throw StoreError(CNError(.recordDoesNotExist, contact)) }
      }
    }
    if files.isEmpty { throw StoreError(CNError(.recordDoesNotExist, contact)) }
    return files
  }

  /// The file of a contact; of a unified one those of its parts that are in the container of a group.
  private func members(
    _ contact: CNContact, beside group: ItemID, _ editor: ContactEditor
  ) throws(StoreError) -> [ContactFile] {
    var files: [ContactFile] = []
    for part in contact.parts { if let file = try file(of: part, editor) { files.append(file) } }
    if files.isEmpty { throw StoreError(CNError(.recordDoesNotExist, contact)) }
    let container = try editor.file(group)?.item.parent
    let beside = files.filter { $0.item.parent == container }
    // The group's editor says what is wrong with the others.
    return beside.isEmpty ? files : beside
  }

  private func member(_ group: CNGroup, _ editor: ContactEditor, _ groups: GroupEditor) throws(StoreError)
    -> ContactFile
  {
    guard let file = try editor.file(existing(group, groups)) else {
      throw StoreError(CNError(.recordDoesNotExist, group))
    }
    return file
  }

  /// The item of a group that exists.
  private func existing(_ group: CNGroup, _ groups: GroupEditor) throws(StoreError) -> ItemID {
    guard let item = try item(of: group, groups) else { throw StoreError(CNError(.recordDoesNotExist, group)) }
    return item
  }

  private func item(of group: CNGroup, _ groups: GroupEditor) throws(StoreError) -> ItemID? {
    let item = self.groups[ObjectIdentifier(group)] ?? RecordIdentifier(group.identifier)?.item(in: store)
    guard let item, try groups.hasGroup(item) else { return nil }
    return item
  }

  /// The file of a contact that exists.
  private func file(of contact: CNContact, _ editor: ContactEditor) throws(StoreError) -> ContactFile? {
    let item = saved[ObjectIdentifier(contact)]?.item ?? RecordIdentifier(contact.identifier)?.item(in: store)
    return try item.flatMap { (item) throws(StoreError) in try editor.contact(item) }
  }

  /// Gives the objects of the request the identifiers that they have from now on, and, where that is wanted, what was saved.
  private func refetch() {
    for change in request.changes {
      switch change {
      case .addContact(let contact, _), .updateContact(let contact):
        guard let (item, card) = saved[ObjectIdentifier(contact)] else { continue }
        let identifier = RecordIdentifier(store: store.uuid, item: item).text
        contact.values.identifier = identifier
        contact.noteSaved(CNContact(card: card, identifier: identifier), isRefetched: request.shouldRefetchContacts)
      case .addGroup(let group, _):
        guard let item = groups[ObjectIdentifier(group)] else { continue }
        group.identifier = RecordIdentifier(store: store.uuid, item: item).text
      default: break
      }
    }
  }
}
