/// How often the provider, or the user, has signalled that the cause of errors is gone.
struct Resolutions {
  var all = 0
  var ofExclusions = 0
}
