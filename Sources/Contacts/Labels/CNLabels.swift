// A built-in label is written `_$!<Word>!$_`. Any other text is a label, too.

/// Private.
public let CNLabelHome = "_$!<Home>!$_"
/// At work.
public let CNLabelWork = "_$!<Work>!$_"
/// At school.
public let CNLabelSchool = "_$!<School>!$_"
/// Any other.
public let CNLabelOther = "_$!<Other>!$_"

/// An email address of iCloud.
public let CNLabelEmailiCloud = "iCloud"
/// A home page.
public let CNLabelURLAddressHomePage = "_$!<HomePage>!$_"
/// An anniversary.
public let CNLabelDateAnniversary = "_$!<Anniversary>!$_"

/// An iPhone.
public let CNLabelPhoneNumberiPhone = "iPhone"
/// An Apple Watch.
public let CNLabelPhoneNumberAppleWatch = "Apple Watch"
/// A mobile phone.
public let CNLabelPhoneNumberMobile = "_$!<Mobile>!$_"
/// The main number.
public let CNLabelPhoneNumberMain = "_$!<Main>!$_"
/// A private fax.
public let CNLabelPhoneNumberHomeFax = "_$!<HomeFAX>!$_"
/// A fax at work.
public let CNLabelPhoneNumberWorkFax = "_$!<WorkFAX>!$_"
/// Another fax.
public let CNLabelPhoneNumberOtherFax = "_$!<OtherFAX>!$_"
/// A pager.
public let CNLabelPhoneNumberPager = "_$!<Pager>!$_"
