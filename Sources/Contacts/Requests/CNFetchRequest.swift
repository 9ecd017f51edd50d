public import Foundation

/// What is asked of a contact store: see ``CNContactFetchRequest`` and ``CNChangeHistoryFetchRequest``.
open class CNFetchRequest: NSObject {}
