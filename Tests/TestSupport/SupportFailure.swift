/// Why a test could not be set up.
package struct SupportFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
