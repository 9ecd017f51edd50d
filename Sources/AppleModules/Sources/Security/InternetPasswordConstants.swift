// Apple's keys and values of the password of a server; with account, access group and “synchronizable” all of these keys make an item another
// item.

public import Foundation

/// The server's name or address, a text.
public nonisolated(unsafe) let kSecAttrServer: CFString = "srvr"
/// The protocol, a text: one of the following.
public nonisolated(unsafe) let kSecAttrProtocol: CFString = "ptcl"
/// How a client says who it is, a text: one of the following.
public nonisolated(unsafe) let kSecAttrAuthenticationType: CFString = "atyp"
/// The port, a number.
public nonisolated(unsafe) let kSecAttrPort: CFString = "port"
/// The path at the server, a text.
public nonisolated(unsafe) let kSecAttrPath: CFString = "path"
/// The realm, a text.
public nonisolated(unsafe) let kSecAttrSecurityDomain: CFString = "sdmn"

// MARK: Values of kSecAttrProtocol

/// HTTP.
public nonisolated(unsafe) let kSecAttrProtocolHTTP: CFString = "http"
/// HTTP over TLS.
public nonisolated(unsafe) let kSecAttrProtocolHTTPS: CFString = "htps"
/// FTP.
public nonisolated(unsafe) let kSecAttrProtocolFTP: CFString = "ftp "
/// FTP over TLS.
public nonisolated(unsafe) let kSecAttrProtocolFTPS: CFString = "ftps"
/// SSH.
public nonisolated(unsafe) let kSecAttrProtocolSSH: CFString = "ssh "
/// SMB.
public nonisolated(unsafe) let kSecAttrProtocolSMB: CFString = "smb "
/// IMAP.
public nonisolated(unsafe) let kSecAttrProtocolIMAP: CFString = "imap"
/// IMAP over TLS.
public nonisolated(unsafe) let kSecAttrProtocolIMAPS: CFString = "imps"
/// SMTP.
public nonisolated(unsafe) let kSecAttrProtocolSMTP: CFString = "smtp"

// MARK: Values of kSecAttrAuthenticationType

/// As HTTP's Basic.
public nonisolated(unsafe) let kSecAttrAuthenticationTypeHTTPBasic: CFString = "http"
/// As HTTP's Digest.
public nonisolated(unsafe) let kSecAttrAuthenticationTypeHTTPDigest: CFString = "httd"
/// By a form of a page.
public nonisolated(unsafe) let kSecAttrAuthenticationTypeHTMLForm: CFString = "form"
/// As the server wishes.
public nonisolated(unsafe) let kSecAttrAuthenticationTypeDefault: CFString = "dflt"
