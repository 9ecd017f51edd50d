import SecretService

// How accounts, their menus and their actions are written.
extension BusMessage {
  /// Writes an entry of a dictionary of variants.
  ///
  /// - Parameter type: The signature of the value.
  func writeEntry(
    _ key: String, _ type: String, _ body: () throws(SecretServiceError) -> Void
  ) throws(SecretServiceError) {
    try write("e", "sv") { () throws(SecretServiceError) in
      try write(key)
      try write("v", type, body)
    }
  }

  func writeEntry(_ key: String, _ text: String) throws(SecretServiceError) {
    try writeEntry(key, "s") { () throws(SecretServiceError) in try write(text) }
  }

  /// Writes a value of a property.
  func write(_ property: SideBarProperty, of account: SideBarAccount) throws(SecretServiceError) {
    switch property {
    case .name: try write(BusText.clean(account.name))
    case .mountpoint: try write(account.escapedMountpoint)
    case .details: try write(BusText.clean(account.details))
    case .status: try write(account.state.rawValue)
    // As g_icon_to_string() writes a themed icon.
    case .icon: try write("org.openfileprovider.fileprovider")
    }
  }

  /// Writes some properties of an account.
  func write(_ properties: [SideBarProperty], of account: SideBarAccount) throws(SecretServiceError) {
    try write("a", "{sv}") { () throws(SecretServiceError) in
      for property in properties {
        try writeEntry(property.rawValue, property.signature) { () throws(SecretServiceError) in
          try write(property, of: account)
        }
      }
    }
  }

  /// Writes the properties of the provider's object on an interface.
  func writeProperties(ofProvider interface: String) throws(SecretServiceError) {
    try write("a", "{sv}") { () throws(SecretServiceError) in
      if interface == SideBarInterface.provider { try writeEntry("Name", SideBar.name) }
    }
  }

  /// Writes the interface of the provider's object with its property, as an object manager gives it.
  func writeInterfacesOfProvider() throws(SecretServiceError) {
    try write("a", "{sa{sv}}") { () throws(SecretServiceError) in
      try write("e", "sa{sv}") { () throws(SecretServiceError) in
        try write(SideBarInterface.provider)
        try writeProperties(ofProvider: SideBarInterface.provider)
      }
    }
  }

  /// Writes the interfaces of an account with their properties, as an object manager gives them.
  func writeInterfaces(of account: SideBarAccount) throws(SecretServiceError) {
    try write("a", "{sa{sv}}") { () throws(SecretServiceError) in
      try write("e", "sa{sv}") { () throws(SecretServiceError) in
        try write(SideBarInterface.account)
        try write(SideBarProperty.allCases, of: account)
      }
    }
  }

  /// Writes the menu and the one below it, as GMenuModel has them on the bus: menus 0 and 1 of group 0.
  func writeMenus(of account: SideBarAccount) throws(SecretServiceError) {
    let settings = account.actions.filter(SideBarAction.settings.contains)
    try write("a", "(uuaa{sv})") { () throws(SecretServiceError) in
      try writeMenu(0) { () throws(SecretServiceError) in
        for action in account.actions where !settings.contains(action) { try writeItem(action) }
        guard !settings.isEmpty else { return }
        try write("a", "{sv}") { () throws(SecretServiceError) in
          try writeEntry("label", "Settings")
          try writeEntry(":submenu", "(uu)") { () throws(SecretServiceError) in
            try write("r", "uu") { () throws(SecretServiceError) in
              for number: UInt32 in [0, 1] { try write(number) }
            }
          }
        }
      }
      guard !settings.isEmpty else { return }
      try writeMenu(1) { () throws(SecretServiceError) in for action in settings { try writeItem(action) } }
    }
  }

  /// Writes a menu of group 0.
  private func writeMenu(
    _ number: UInt32, _ items: () throws(SecretServiceError) -> Void
  ) throws(SecretServiceError) {
    try write("r", "uuaa{sv}") { () throws(SecretServiceError) in
      for number in [0, number] { try write(number) }
      try write("a", "a{sv}", items)
    }
  }

  private func writeItem(_ action: SideBarAction) throws(SecretServiceError) {
    try write("a", "{sv}") { () throws(SecretServiceError) in
      try writeEntry("label", action.label)
      // File managers put the account's actions into a group of this name.
      try writeEntry("action", "cloudprovider." + action.rawValue)
    }
  }

  /// Writes whether an action can be done, the type of its parameter, which it has not, and its state.
  func write(_ action: SideBarAction, of account: SideBarAccount) throws(SecretServiceError) {
    try write("r", "bgav") { () throws(SecretServiceError) in
      try write(true)
      try write("", as: "g")
      try write("a", "v") { () throws(SecretServiceError) in
        guard let isOn = account.switches[action] else { return }
        try write("v", "b") { () throws(SecretServiceError) in try write(isOn) }
      }
    }
  }
}
