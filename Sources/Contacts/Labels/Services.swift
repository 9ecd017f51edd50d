// Services are their names. A contact may have any other.

/// Instant messages of AIM.
public let CNInstantMessageServiceAIM = "AIM"
/// Instant messages of Facebook.
public let CNInstantMessageServiceFacebook = "Facebook"
/// Instant messages of GaduGadu.
public let CNInstantMessageServiceGaduGadu = "GaduGadu"
/// Instant messages of GoogleTalk.
public let CNInstantMessageServiceGoogleTalk = "GoogleTalk"
/// Instant messages of ICQ.
public let CNInstantMessageServiceICQ = "ICQ"
/// Instant messages of Jabber.
public let CNInstantMessageServiceJabber = "Jabber"
/// Instant messages of MSN.
public let CNInstantMessageServiceMSN = "MSN"
/// Instant messages of QQ.
public let CNInstantMessageServiceQQ = "QQ"
/// Instant messages of Skype.
public let CNInstantMessageServiceSkype = "Skype"
/// Instant messages of Yahoo.
public let CNInstantMessageServiceYahoo = "Yahoo"

/// Profiles at Facebook.
public let CNSocialProfileServiceFacebook = "Facebook"
/// Profiles at Flickr.
public let CNSocialProfileServiceFlickr = "Flickr"
/// Profiles at GameCenter.
public let CNSocialProfileServiceGameCenter = "GameCenter"
/// Profiles at LinkedIn.
public let CNSocialProfileServiceLinkedIn = "LinkedIn"
/// Profiles at MySpace.
public let CNSocialProfileServiceMySpace = "MySpace"
/// Profiles at SinaWeibo.
public let CNSocialProfileServiceSinaWeibo = "SinaWeibo"
/// Profiles at TencentWeibo.
public let CNSocialProfileServiceTencentWeibo = "TencentWeibo"
/// Profiles at Twitter.
public let CNSocialProfileServiceTwitter = "Twitter"
/// Profiles at Yelp.
public let CNSocialProfileServiceYelp = "Yelp"
