/// The name of an element: its namespace and what is behind the prefix.
struct XMLName: Hashable, Sendable {
  var namespace: String
  var local: String

  init(_ namespace: String, _ local: String) {
    self.namespace = namespace
    self.local = local
  }

  static func dav(_ local: String) -> XMLName { XMLName("DAV:", local) }
  static func ownCloud(_ local: String) -> XMLName { XMLName("http://owncloud.org/ns", local) }
  static func nextcloud(_ local: String) -> XMLName { XMLName("http://nextcloud.org/ns", local) }
  static func cardDAV(_ local: String) -> XMLName { XMLName("urn:ietf:params:xml:ns:carddav", local) }
  static func apache(_ local: String) -> XMLName { XMLName("http://apache.org/dav/props/", local) }

  /// The element without contents, as it is written in a request.
  var element: String { "<x:\(local) xmlns:x=\"\(namespace)\"/>" }
}

/// Text as it is written in an element or an attribute.
func escapedXML(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
