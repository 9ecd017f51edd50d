public import Foundation
import VCard

/// Contacts as address cards (vCard), to give to other programs.
open class CNContactVCardSerialization: NSObject {
  /// What a card has of a contact.
  open class func descriptorForRequiredKeys() -> any CNKeyDescriptor { KeySet(requiredKeys + optionalKeys) }

  /// Cards of version 3.0 in UTF-8, one after the other.
  ///
  /// - Throws: ``CNError`` with the code `vCardSummarizationError` and the keys that were not fetched. The note and the picture may be missing.
  open class func data(with contacts: [CNContact]) throws -> Data {
    var data = Data()
    for contact in contacts {
      let missing = requiredKeys.filter { !contact.isKeyAvailable($0) }
      if !missing.isEmpty {
        throw CNError(
          .vCardSummarizationError,
          userInfo: [
            CNErrorUserInfoKeyPathsKey: missing, CNErrorUserInfoAffectedRecordIdentifiersKey: [contact.identifier],
          ])
      }
      data += contact.card().bytes
    }
    return data
  }

  /// The contacts of cards of version 2.1, 3.0 and 4.0. Each gets a new identifier; cards of groups are left out.
  ///
  /// - Throws: ``CNError`` with the code `vCardMalformed` if anything is no card; its description names the line.
  open class func contacts(with data: Data) throws -> [CNContact] {
    try CardParser.elements(of: data).compactMap { element in
      switch element {
      case .card(let card): return card.isGroup ? nil : CNContact(card: card)
      case .broken(_, let bytes) where bytes.allSatisfy({ " \t\r\n".utf8.contains($0) }): return nil
      case .broken(let problem, _):
        throw CNError(.vCardMalformed, userInfo: [NSLocalizedDescriptionKey: problem.description])
      }
    }
  }

  private static let optionalKeys = [CNContactNoteKey, CNContactImageDataKey]
  private static let requiredKeys = [
    CNContactTypeKey, CNContactNamePrefixKey, CNContactGivenNameKey, CNContactMiddleNameKey, CNContactFamilyNameKey,
    CNContactPreviousFamilyNameKey, CNContactNameSuffixKey, CNContactNicknameKey, CNContactOrganizationNameKey,
    CNContactDepartmentNameKey, CNContactJobTitleKey, CNContactPhoneticGivenNameKey, CNContactPhoneticMiddleNameKey,
    CNContactPhoneticFamilyNameKey, CNContactPhoneticOrganizationNameKey, CNContactPhoneNumbersKey,
    CNContactEmailAddressesKey, CNContactPostalAddressesKey, CNContactUrlAddressesKey, CNContactRelationsKey,
    CNContactSocialProfilesKey, CNContactInstantMessageAddressesKey, CNContactBirthdayKey,
    CNContactNonGregorianBirthdayKey, CNContactDatesKey,
  ]
}
