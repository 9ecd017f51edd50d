package enum Kind: Hashable, Sendable { case document, folder }
