// What client code imports: Apple's names, and Foundation with the transfers that a provider registers, which belong to FoundationNetworking on Linux.
//
// None of our other modules imports this one. Whatever is linked with FoundationNetworking loads libcurl and twenty more libraries at each
// start, which took the command 6 of 15 ms; they import FileProviderInterface, which is all of it but that.
@_exported public import FileProviderInterface
@_exported public import FoundationNetworking
