import Foundation

/// The properties of a contact.
struct ContactValues {
  var id: UUID
  var identifier: String
  var contactType = CNContactType.person
  var namePrefix = ""
  var givenName = ""
  var middleName = ""
  var familyName = ""
  var previousFamilyName = ""
  var nameSuffix = ""
  var nickname = ""
  var organizationName = ""
  var departmentName = ""
  var jobTitle = ""
  var phoneticGivenName = ""
  var phoneticMiddleName = ""
  var phoneticFamilyName = ""
  var phoneticOrganizationName = ""
  var note = ""
  var imageData: Data?
  var phoneNumbers: [CNLabeledValue<CNPhoneNumber>] = []
  var emailAddresses: [CNLabeledValue<NSString>] = []
  var postalAddresses: [CNLabeledValue<CNPostalAddress>] = []
  var urlAddresses: [CNLabeledValue<NSString>] = []
  var contactRelations: [CNLabeledValue<CNContactRelation>] = []
  var socialProfiles: [CNLabeledValue<CNSocialProfile>] = []
  var instantMessageAddresses: [CNLabeledValue<CNInstantMessageAddress>] = []
  var birthday: DateComponents?
  var nonGregorianBirthday: DateComponents?
  var dates: [CNLabeledValue<NSDateComponents>] = []

  init() {
    let id = UUID()
    self.init(id: id, identifier: id.uuidString)
  }

  init(id: UUID = ProcessIdentifier.next(), identifier: String) {
    self.id = id
    self.identifier = identifier
  }
}
