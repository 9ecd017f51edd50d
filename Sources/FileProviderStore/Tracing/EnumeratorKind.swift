/// The kinds of container an enumerator can be of, as `status` counts them.
package enum EnumeratorKind: String, Sendable, CaseIterable {
  case root
  case folder
  case document
  case workingSet
  case trash
}
