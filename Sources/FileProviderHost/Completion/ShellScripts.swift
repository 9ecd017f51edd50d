/// The completion scripts of swift-argument-parser, with our way to hand candidates to the shell.
///
/// An item may be called `$(command)`, and a candidate must get to the line as the text it is.
enum ShellScripts {
  /// bash: the script gives candidates to `compgen -W`, which expands each, so that a name would run; and what it offers is quoted as the names of
  /// files are, with `$` and backquotes left alone (bash(1), “Programmable Completion”).
  static func bash(_ script: String) -> String {
    adapt(
      script, call: #"__fileprovider_add_completions -W "$(__fileprovider_custom_complete"#,
      to: #"__fileprovider_add_candidates "$(__fileprovider_custom_complete"#, adding: bashFunction)
  }

  /// Where a name has a character that bash would expand, all names are quoted here. No space follows a folder.
  private static let bashFunction = #"""
    __fileprovider_add_candidates() {
        local candidate quote="${COMP_WORDS[${COMP_CWORD}]:0:1}"
        local -a found=()
        while IFS='' read -r candidate; do
            [[ -n "${candidate}" && "${candidate}" != ' ' ]] && found+=("${candidate}")
        done <<< "${1}"
        if [[ "${1}" == *[\$\`]* ]]; then
            compopt +o filenames 2> /dev/null
            local -i i
            for i in "${!found[@]}"; do
                candidate="${found[i]}"
                case "${quote}" in
                \") found[i]="$(printf %s "${candidate}" | sed 's/[\\"$`]/\\&/g')" ;;
                \') found[i]="${candidate//\'/\'\\\'\'}" ;;
                *) printf -v 'found[i]' %q "${candidate}" ;;
                esac
            done
        fi
        COMPREPLY+=("${found[@]}")
        [[ "${#COMPREPLY[@]}" -eq 1 && "${COMPREPLY[0]}" == */ ]] && compopt -o nospace 2> /dev/null
        return 0
    }


    """#

  /// zsh: the script gives candidates to `_describe`, which takes backslashes away and what follows a colon for a description.
  static func zsh(_ script: String) -> String {
    adapt(
      script, call: #"__fileprovider_complete "${completions[@]:0:-1}""#,
      to: #"__fileprovider_add_candidates "${completions[@]:0:-1}""#, adding: zshFunction)
  }

  /// `banghist` makes `compadd` quote an exclamation mark.
  private static let zshFunction = #"""
    __fileprovider_add_candidates() {
        setopt localoptions banghist
        local -a folders=("${(@M)@:#*/}") others=("${(@)@:#*/}")
        (( ${#folders} )) && compadd -S '' -- "${folders[@]}"
        (( ${#others} )) && compadd -- "${others[@]}"
        (( ${#} ))
    }


    """#

  private static func adapt(
    _ script: String, call: String, to ownCall: String, adding function: String
  ) -> String {
    // In a program of another name the functions have that name.
    let name = script.split(separator: "\n").first { $0.hasSuffix("_custom_complete() {") }?.dropLast(
      "_custom_complete() {".count)
    guard let name else { return script }
    func named(_ text: String) -> String { text.replacing("__fileprovider", with: name) }
    let anchor = named("__fileprovider_custom_complete() {")
    return script.replacing(named(call), with: named(ownCall)).replacing(anchor, with: named(function) + anchor)
  }
}
