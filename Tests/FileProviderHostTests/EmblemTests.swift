import Foundation
import TestSupport
import Testing

/// The emblems that the extension for Nautilus, Nemo and Caja adds, without a file manager.
@Suite(.enabled(if: Machine.installed("python3") != nil, "python3 is not installed"))
struct EmblemTests {
  private static let packaging = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("mount-scripts/packaging/desktop").path

  /// Prints the emblems for the attributes in its arguments, `NAME=VALUE`.
  private static let program = """
    import importlib.util, sys, types

    class Stub(types.ModuleType):
        def __getattr__(self, name): return type(name, (), {})

    gi = sys.modules["gi"] = Stub("gi")
    gi.repository = sys.modules["gi.repository"] = Stub("gi.repository")
    for name in ("Gio", "GLib", "GObject", "Nautilus"):
        module = sys.modules["gi.repository." + name] = Stub(name)
        setattr(gi.repository, name, module)
    sys.dont_write_bytecode = True
    place = importlib.util.spec_from_file_location("emblems", sys.argv[1])
    emblems = importlib.util.module_from_spec(place)
    place.loader.exec_module(emblems)
    if sys.argv[2] == "menu":
        extension = emblems.FileProviderEmblems()
        extension._path = lambda file: file
        extension._item = lambda command, label, paths, files: label
        extension._known = {str(number): words.split() for number, words in enumerate(sys.argv[3:])}
        print(", ".join(extension.get_file_items(list(extension._known))))
        sys.exit()
    known = dict(word.split("=") for word in sys.argv[2:])

    class Info:
        def get_attribute_as_string(self, name):
            assert name in emblems.ATTRIBUTES.split(","), name
            return known.get(name.removeprefix("xattr::fileprovider."))

    print(" ".join(emblems.EMBLEMS[word] for word in emblems.words_of(Info()) if word in emblems.EMBLEMS))
    """

  @Test(arguments: [
    (["local"], "Keep on This Computer, Add to Favourites"),
    (["provided local"], "Keep on This Computer, Add to Favourites, Free Up Space"),
    (["provided linked dataless"], "Keep on This Computer, Add to Favourites, Copy Link"),
    (["pinned provided linked local"], "No Longer Keep on This Computer, Add to Favourites, Copy Link"),
    (["provided linked local", "provided linked local"], "Keep on This Computer, Add to Favourites, Free Up Space"),
  ])
  func `the menu has what the items allow, and a link for a single one`(items: [String], menu: String) throws {
    let words = ["python3", "-c", Self.program, Self.packaging + "/fileprovider_emblems.py", "menu"] + items
    let result = try RunningProcess(words).wait()
    #expect(result.output == menu + "\n", "\(result)")
  }

  @Test(arguments: [
    (["state=local"], ""), (["state=dataless", "pinned=1"], "pinned online"), (["state=modified"], ""),
    (["state=local", "conflict=1"], "conflict"), (["state=local", "conflict=1", "upload=refused"], "conflict error"),
    (["state=partial", "upload=waiting"], "uploading"),
  ])
  func `each state has its emblem, whose picture is in the package`(attributes: [String], names: String) throws {
    let words = ["python3", "-c", Self.program, Self.packaging + "/fileprovider_emblems.py"] + attributes
    let result = try RunningProcess(words).wait()
    let emblems = names.split(separator: " ").map { "emblem-fileprovider-\($0)" }
    #expect(result.status == 0 && result.output == emblems.joined(separator: " ") + "\n", "\(result)")
    for emblem in emblems {
      #expect(FileManager.default.fileExists(atPath: "\(Self.packaging)/emblems/\(emblem).svg"), "\(emblem)")
    }
  }
}
