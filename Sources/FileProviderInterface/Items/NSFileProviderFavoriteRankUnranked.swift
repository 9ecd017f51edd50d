/// The favorite rank of an item that is a favorite and has no place among them yet: the system gives it the last one.
///
/// The number is not in Apple's headers; this is the one that other code uses.
public let NSFileProviderFavoriteRankUnranked = UInt64.max
