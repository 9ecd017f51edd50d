/// The interfaces of the objects on the bus.
///
/// - SeeAlso: https://world.pages.gitlab.gnome.org/libcloudproviders, and GLib's `GMenuModel` and `GActionGroup` on D-Bus.
enum SideBarInterface {
  static let provider = "org.freedesktop.CloudProviders.Provider"
  static let account = "org.freedesktop.CloudProviders.Account"
  static let manager = "org.freedesktop.DBus.ObjectManager"
  static let properties = "org.freedesktop.DBus.Properties"
  static let introspectable = "org.freedesktop.DBus.Introspectable"
  static let menus = "org.gtk.Menus"
  static let actions = "org.gtk.Actions"

  /// The description of the object that has the others below it.
  ///
  /// - Parameter names: The last components of their paths.
  static func description(ofManagerWith names: [String]) -> String {
    let nodes = names.map { "<node name=\"\($0)\"/>" }.joined()
    return document(
      """
      <interface name="\(manager)">
        <method name="GetManagedObjects"><arg type="a{oa{sa{sv}}}" direction="out"/></method>
        <signal name="InterfacesAdded"><arg type="o"/><arg type="a{sa{sv}}"/></signal>
        <signal name="InterfacesRemoved"><arg type="o"/><arg type="as"/></signal>
      </interface>
      \(nodes)
      """)
  }

  /// The description of the object that names the provider.
  static var descriptionOfProvider: String {
    document("<interface name=\"\(provider)\"><property name=\"Name\" type=\"s\" access=\"read\"/></interface>")
  }

  /// The description of an account.
  static var descriptionOfAccount: String {
    document(
      """
      <interface name="\(account)">
        <property name="Name" type="s" access="read"/>
        <property name="Icon" type="s" access="read"/>
        <property name="Path" type="s" access="read"/>
        <property name="Status" type="i" access="read"/>
        <property name="StatusDetails" type="s" access="read"/>
      </interface>
      <interface name="\(menus)">
        <method name="Start"><arg type="au" direction="in"/><arg type="a(uuaa{sv})" direction="out"/></method>
        <method name="End"><arg type="au" direction="in"/></method>
        <signal name="Changed"><arg type="a(uuuuaa{sv})"/></signal>
      </interface>
      <interface name="\(actions)">
        <method name="List"><arg type="as" direction="out"/></method>
        <method name="Describe"><arg type="s" direction="in"/><arg type="(bgav)" direction="out"/></method>
        <method name="DescribeAll"><arg type="a{s(bgav)}" direction="out"/></method>
        <method name="Activate"><arg type="s" direction="in"/><arg type="av" direction="in"/><arg type="a{sv}" direction="in"/></method>
        <method name="SetState"><arg type="s" direction="in"/><arg type="v" direction="in"/><arg type="a{sv}" direction="in"/></method>
        <signal name="Changed"><arg type="as"/><arg type="a{sb}"/><arg type="a{sv}"/><arg type="a{s(bgav)}"/></signal>
      </interface>
      """)
  }

  private static func document(_ text: String) -> String {
    """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
    <interface name="\(introspectable)"><method name="Introspect"><arg type="s" direction="out"/></method></interface>
    <interface name="\(properties)">
      <method name="Get"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>
      <method name="GetAll"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/></method>
      <signal name="PropertiesChanged"><arg type="s"/><arg type="a{sv}"/><arg type="as"/></signal>
    </interface>
    \(text)
    </node>
    """
  }
}
