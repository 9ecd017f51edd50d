// What client code imports: Apple's names, and what is expected to come with them. `URLSessionTask` belongs to FoundationNetworking
// on Linux, and `XMLParser` to FoundationXML. On macOS Foundation brings CoreFoundation's names.
//
// None of our other modules imports this one. Whatever is linked with FoundationNetworking loads libcurl and twenty more libraries at each
// start, which took the command 6 of 15 ms; they import FileProviderInterface, which is all of it but that.
//
// What C has on macOS is not exported: `setxattr` and others have parameters there that a provider which is written for Linux does not expect. A program
// that wants them imports CDarwin, as `adopt-provider.sh` has every file of an extension for macOS do.
@_exported public import CoreFoundationNames
@_exported public import FileProviderInterface
@_exported public import FoundationNetworking
@_exported public import FoundationXML
