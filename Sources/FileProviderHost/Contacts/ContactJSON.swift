import Contacts
import FileProviderProgram
import Foundation

/// Contacts as lines of JSON. What a contact does not have is left out.
enum ContactJSON {
  static func write(_ card: StoredCard, to writer: ByteWriter) throws {
    let contact = card.contact
    var object = try JSONObject(writer)
    try object.add("identifier", contact.identifier)
    try object.add("container", card.container.name)
    try object.add("containerIdentifier", card.container.identifier)
    if !contact.linkedIdentifiers.isEmpty { try object.add("linked", contact.linkedIdentifiers) }
    try object.add("name", ContactText.name(of: contact))
    try object.add("type", contact.contactType == .organization ? "organization" : "person")
    try addNames(of: contact, to: &object)
    try add("phoneNumbers", contact.phoneNumbers, to: &object) { try $1.add("value", $0.stringValue) }
    try add("emailAddresses", contact.emailAddresses, to: &object) { try $1.add("value", $0 as String) }
    try add("urlAddresses", contact.urlAddresses, to: &object) { try $1.add("value", $0 as String) }
    try add("postalAddresses", contact.postalAddresses, to: &object) { try address($0, &$1) }
    try add("instantMessageAddresses", contact.instantMessageAddresses, to: &object) {
      try $1.add("service", $0.service)
      try $1.add("username", $0.username)
    }
    try add("socialProfiles", contact.socialProfiles, to: &object) {
      try $1.add("service", $0.service)
      try $1.add("username", $0.username)
      try $1.add("url", $0.urlString)
    }
    try add("relations", contact.contactRelations, to: &object) { try $1.add("value", $0.name) }
    try add("dates", contact.dates, to: &object) { try $1.add("value", ContactFields.date($0 as DateComponents)) }
    if let birthday = contact.birthday { try object.add("birthday", ContactFields.date(birthday)) }
    try addText("note", contact.note, to: &object)
    if let picture = contact.imageData { try object.add("pictureBytes", Int64(picture.count)) }
    try object.end()
    try writer.append(UInt8(ascii: "\n"))
  }

  private static func addNames(of contact: CNContact, to object: inout JSONObject) throws {
    try addText("namePrefix", contact.namePrefix, to: &object)
    try addText("givenName", contact.givenName, to: &object)
    try addText("middleName", contact.middleName, to: &object)
    try addText("familyName", contact.familyName, to: &object)
    try addText("previousFamilyName", contact.previousFamilyName, to: &object)
    try addText("nameSuffix", contact.nameSuffix, to: &object)
    try addText("nickname", contact.nickname, to: &object)
    try addText("organizationName", contact.organizationName, to: &object)
    try addText("departmentName", contact.departmentName, to: &object)
    try addText("jobTitle", contact.jobTitle, to: &object)
  }

  private static func addText(_ name: StaticString, _ text: String, to object: inout JSONObject) throws {
    if !text.isEmpty { try object.add(name, text) }
  }

  private static func add<Value>(
    _ name: StaticString, _ values: [CNLabeledValue<Value>], to object: inout JSONObject,
    _ body: (Value, inout JSONObject) throws -> Void
  ) throws {
    if values.isEmpty { return }
    try object.add(name) { writer in
      try writer.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { try writer.append(UInt8(ascii: ",")) }
        var object = try JSONObject(writer)
        if let label = value.label {
          try object.add("label", CNLabeledValue<NSString>.localizedString(forLabel: label))
        }
        try body(value.value, &object)
        try object.end()
      }
      try writer.append(UInt8(ascii: "]"))
    }
  }

  private static func address(_ address: CNPostalAddress, _ object: inout JSONObject) throws {
    try addText("street", address.street, to: &object)
    try addText("city", address.city, to: &object)
    try addText("state", address.state, to: &object)
    try addText("postalCode", address.postalCode, to: &object)
    try addText("country", address.country, to: &object)
    try addText("isoCountryCode", address.isoCountryCode, to: &object)
  }
}
