public import Foundation

extension CNContact {
  /// Contacts by name: each word of the text begins a word of their names, without regard to letter case and accents.
  public class func predicateForContacts(matchingName name: String) -> NSPredicate {
    RecordPredicate(.contactsNamed(name))
  }

  /// Contacts with an email address, without regard to letter case.
  public class func predicateForContacts(matchingEmailAddress emailAddress: String) -> NSPredicate {
    RecordPredicate(.contactsWithEmailAddress(emailAddress))
  }

  /// Contacts with a phone number. Numbers are compared by their digits; one may be without the country's prefix.
  public class func predicateForContacts(matching phoneNumber: CNPhoneNumber) -> NSPredicate {
    RecordPredicate(.contactsWithPhoneNumber(phoneNumber.stringValue))
  }

  /// Contacts with one of some identifiers.
  public class func predicateForContacts(withIdentifiers identifiers: [String]) -> NSPredicate {
    RecordPredicate(.contacts(identifiers: identifiers))
  }

  /// The contacts of a group.
  public class func predicateForContactsInGroup(withIdentifier groupIdentifier: String) -> NSPredicate {
    RecordPredicate(.contactsInGroup(groupIdentifier))
  }

  /// The contacts of a container.
  public class func predicateForContactsInContainer(withIdentifier containerIdentifier: String) -> NSPredicate {
    RecordPredicate(.contactsInContainer(containerIdentifier))
  }
}

extension CNGroup {
  /// Groups with one of some identifiers.
  public class func predicateForGroups(withIdentifiers identifiers: [String]) -> NSPredicate {
    RecordPredicate(.groups(identifiers: identifiers))
  }

  /// The groups of a container.
  public class func predicateForGroupsInContainer(withIdentifier containerIdentifier: String) -> NSPredicate {
    RecordPredicate(.groupsInContainer(containerIdentifier))
  }

  /// The groups in a group.
  public class func predicateForSubgroupsInGroup(withIdentifier parentGroupIdentifier: String) -> NSPredicate {
    RecordPredicate(.subgroups(parentGroupIdentifier))
  }
}

extension CNContainer {
  /// Containers with one of some identifiers.
  public class func predicateForContainers(withIdentifiers identifiers: [String]) -> NSPredicate {
    RecordPredicate(.containers(identifiers: identifiers))
  }

  /// The container of a contact that is not unified.
  public class func predicateForContainerOfContact(withIdentifier contactIdentifier: String) -> NSPredicate {
    RecordPredicate(.containerOfContact(contactIdentifier))
  }

  /// The container of a group.
  public class func predicateForContainerOfGroup(withIdentifier groupIdentifier: String) -> NSPredicate {
    RecordPredicate(.containerOfGroup(groupIdentifier))
  }
}
