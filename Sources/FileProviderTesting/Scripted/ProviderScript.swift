public import Foundation

/// A provider written down: its items, what goes wrong, and what changes later. Can be kept as JSON.
public struct ProviderScript: Codable, Hashable, Sendable {
  /// A change of the tree.
  public struct Edit: Codable, Hashable, Sendable {
    /// Creates the item, or replaces the one with its identifier.
    public var put: MemoryItem?
    /// Removes the item with this identifier, and what is below it.
    public var remove: String?
    /// Forgets all history, so that anchors expire.
    public var forgets: Bool?

    /// Describes a change.
    public init(put: MemoryItem? = nil, remove: String? = nil, forgets: Bool? = nil) {
      self.put = put
      self.remove = remove
      self.forgets = forgets
    }
  }

  public var items: [MemoryItem]
  public var faults: [Fault]
  /// The most items in a page.
  public var pageSize: Int
  /// Whether the provider has a trash.
  public var hasTrash: Bool
  /// What ``ScriptedProvider/performNextStep()`` does, one after the other.
  public var steps: [[Edit]]
  /// Where a page begins.
  public var paging: MemoryPaging

  /// Describes a provider.
  public init(
    items: [MemoryItem], faults: [Fault] = [], pageSize: Int = 3, hasTrash: Bool = true, steps: [[Edit]] = [],
    paging: MemoryPaging = .afterItem
  ) {
    self.items = items
    self.faults = faults
    self.pageSize = pageSize
    self.hasTrash = hasTrash
    self.steps = steps
    self.paging = paging
  }

  private enum CodingKeys: CodingKey {
    case items, faults, pageSize, hasTrash, steps, paging
  }

  /// Reads a script; everything but the items may be left out.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      items: try values.decode([MemoryItem].self, forKey: .items),
      faults: try values.decodeIfPresent([Fault].self, forKey: .faults) ?? [],
      pageSize: try values.decodeIfPresent(Int.self, forKey: .pageSize) ?? 3,
      hasTrash: try values.decodeIfPresent(Bool.self, forKey: .hasTrash) ?? true,
      steps: try values.decodeIfPresent([[Edit]].self, forKey: .steps) ?? [],
      paging: try values.decodeIfPresent(MemoryPaging.self, forKey: .paging) ?? .afterItem)
  }

  /// Reads a script from a JSON file.
  public init(contentsOf url: URL) throws {
    self = try JSONDecoder().decode(ProviderScript.self, from: Data(contentsOf: url))
  }
}
