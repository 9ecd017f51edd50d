/// Makes bash take the candidates that a command prints literally.
///
/// The script of swift-argument-parser gives them to `compgen -W`, which expands each word: an item named `$(command)` would run it, and a backslash in
/// the spelling of a name would be lost (bash(1), “Programmable Completion”).
enum BashCandidates {
  private static let call = #"__fileprovider_add_completions -W "$(__fileprovider_custom_complete"#
  private static let ownCall = #"__fileprovider_add_candidates "$(__fileprovider_custom_complete"#
  private static let anchor = "__fileprovider_custom_complete() {"

  /// Adds those that begin like the word, without the quoting that was typed. After a folder there is more to come, and no space.
  private static let function = #"""
    __fileprovider_add_candidates() {
        local candidate typed="${cur//\\\\/$'\001'}"
        typed="${typed//\\/}"
        typed="${typed//$'\001'/\\}"
        while IFS='' read -r candidate; do
            [[ -n "${candidate}" && "${candidate}" == "${typed}"* ]] && COMPREPLY+=("${candidate}")
        done <<< "${1}"
        [[ "${#COMPREPLY[@]}" -eq 1 && "${COMPREPLY[0]}" == */ ]] && compopt -o nospace 2> /dev/null
        return 0
    }


    """#

  static func quoted(in script: String) -> String {
    // In a program of another name the functions have that name.
    let name = script.split(separator: "\n").first { $0.hasSuffix("_custom_complete() {") }?.dropLast(
      "_custom_complete() {".count)
    guard let name else { return script }
    func named(_ text: String) -> String { text.replacing("__fileprovider", with: name) }
    return script.replacing(named(call), with: named(ownCall)).replacing(
      named(anchor), with: named(function + anchor))
  }
}
