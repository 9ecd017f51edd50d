/// Reads what housekeeping has to do.
struct HousekeepingReader {
  let reader: StoreReader

  init(_ reader: StoreReader) { self.reader = reader }
}
