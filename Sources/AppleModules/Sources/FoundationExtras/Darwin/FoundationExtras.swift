// What Foundation has on macOS and lacks on Linux. On macOS `import Foundation` brings the rest, too: `URLSession` belongs to FoundationNetworking
// on Linux, `XMLParser` to FoundationXML, and CoreFoundation's names are in a module of their own.
//
// What C has on macOS is not exported: `setxattr` and others have parameters there that a provider which is written for Linux does not expect. A program
// that wants them imports CDarwin, as `adopt-provider.sh` has every file of an extension for macOS do.
@_exported public import CoreFoundationNames
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import FoundationXML
