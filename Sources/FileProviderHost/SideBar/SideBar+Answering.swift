import SecretService

// The methods of the objects on the bus. Each is known by its name alone: a call need not name the interface.
extension SideBar {
  func answer(_ call: BusMessage) throws(SecretServiceError) {
    do throws(SecretServiceError) {
      if call.path == Self.path {
        try answerForManager(call)
      } else if call.path == Self.providerPath {
        try answerForProvider(call)
      } else if let account = accounts.first(where: { $0.path == call.path }) {
        try answer(call, for: account)
      } else {
        try bus.refuse(call, "UnknownObject", "no such account")
      }
    } catch {
      // The arguments are not those of the method.
      try bus.refuse(call, "InvalidArgs", "\(error)")
    }
  }

  private func answerForManager(_ call: BusMessage) throws(SecretServiceError) {
    switch call.member {
    case "GetManagedObjects":
      try bus.answer(call) { reply throws(SecretServiceError) in
        try reply.write("a", "{oa{sa{sv}}}") { () throws(SecretServiceError) in
          try reply.write("e", "oa{sa{sv}}") { () throws(SecretServiceError) in
            try reply.write(Self.providerPath, as: "o")
            try reply.writeInterfacesOfProvider()
          }
          for account in accounts {
            try reply.write("e", "oa{sa{sv}}") { () throws(SecretServiceError) in
              try reply.write(account.path, as: "o")
              try reply.writeInterfaces(of: account)
            }
          }
        }
      }
    case "Introspect":
      let names = accounts.map { String($0.path.dropFirst(Self.path.count + 1)) }
      try describe(call, SideBarInterface.description(ofManagerWith: ["Provider"] + names))
    default: try refuseMethod(call)
    }
  }

  private func answerForProvider(_ call: BusMessage) throws(SecretServiceError) {
    switch call.member {
    case "Get":
      let (interface, property) = (try call.text(), try call.text())
      guard interface == SideBarInterface.provider, property == "Name" else { return try refuseProperty(call) }
      try bus.answer(call) { reply throws(SecretServiceError) in
        try reply.write("v", "s") { () throws(SecretServiceError) in try reply.write(Self.name) }
      }
    case "GetAll":
      let interface = try call.text()
      try bus.answer(call) { reply throws(SecretServiceError) in
        try reply.writeProperties(ofProvider: interface)
      }
    case "Introspect": try describe(call, SideBarInterface.descriptionOfProvider)
    default: try refuseMethod(call)
    }
  }

  private func answer(_ call: BusMessage, for account: SideBarAccount) throws(SecretServiceError) {
    switch call.member {
    case "Get":
      let (interface, property) = (try call.text(), try call.text())
      guard interface == SideBarInterface.account, let property = SideBarProperty(rawValue: property) else {
        return try refuseProperty(call)
      }
      try bus.answer(call) { reply throws(SecretServiceError) in
        try reply.write("v", property.signature) { () throws(SecretServiceError) in
          try reply.write(property, of: account)
        }
      }
    case "GetAll":
      let properties = try call.text() == SideBarInterface.account ? SideBarProperty.allCases : []
      try bus.answer(call) { reply throws(SecretServiceError) in try reply.write(properties, of: account) }
    case "Introspect": try describe(call, SideBarInterface.descriptionOfAccount)
    case "Start": try bus.answer(call) { reply throws(SecretServiceError) in try reply.writeMenus(of: account) }
    case "End": try bus.answer(call)
    case "List":
      try bus.answer(call) { reply throws(SecretServiceError) in
        try reply.write("a", "s") { () throws(SecretServiceError) in
          for action in account.actions { try reply.write(action.rawValue) }
        }
      }
    case "DescribeAll":
      try bus.answer(call) { reply throws(SecretServiceError) in
        try reply.write("a", "{s(bgav)}") { () throws(SecretServiceError) in
          for action in account.actions {
            try reply.write("e", "s(bgav)") { () throws(SecretServiceError) in
              try reply.write(action.rawValue)
              try reply.write(action, of: account)
            }
          }
        }
      }
    case "Describe":
      guard let action = try action(of: call, for: account) else { return try refuseAction(call) }
      try bus.answer(call) { reply throws(SecretServiceError) in try reply.write(action, of: account) }
    case "Activate":
      guard let action = try action(of: call, for: account) else { return try refuseAction(call) }
      try bus.answer(call)
      account.perform(action, switching: account.switches[action] == false, among: actions)
    case "SetState":
      guard let action = try action(of: call, for: account), account.switches[action] != nil else {
        return try refuseAction(call)
      }
      try call.enter("v", "b")
      let isOn = try call.bool()
      try bus.answer(call)
      account.perform(action, switching: isOn, among: actions)
    default: try refuseMethod(call)
    }
  }

  /// The action that a call names; `nil` for one that the account does not have.
  private func action(of call: BusMessage, for account: SideBarAccount) throws(SecretServiceError) -> SideBarAction? {
    let name = try call.text()
    return account.actions.first { $0.rawValue == name }
  }

  private func describe(_ call: BusMessage, _ description: String) throws(SecretServiceError) {
    try bus.answer(call) { reply throws(SecretServiceError) in try reply.write(description) }
  }

  private func refuseMethod(_ call: BusMessage) throws(SecretServiceError) {
    try bus.refuse(call, "UnknownMethod", "no such method: \(call.interface ?? "").\(call.member ?? "")")
  }

  private func refuseProperty(_ call: BusMessage) throws(SecretServiceError) {
    try bus.refuse(call, "UnknownProperty", "no such property")
  }

  private func refuseAction(_ call: BusMessage) throws(SecretServiceError) {
    try bus.refuse(call, "InvalidArgs", "no such action")
  }
}
