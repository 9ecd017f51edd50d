// A client that imports this module uses contacts, too, and its extension is an `AppExtension`.
@_exported public import Contacts
@_exported public import ExtensionFoundation
