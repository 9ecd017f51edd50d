# Cuts a Swift file into tokens. For a program that changes single tokens of it: awk -f swift-tokens.awk -f PROGRAM, in the C locale.
#
# text[1…count] is what the file says, piece by piece, and code[1…count] what the pieces are to the compiler: a word with its @ or # and a
# sign are themselves, "\n" is the end of a line, "\"" a piece of the text of a string, and "" a blank or a comment. The expressions in a
# string's text are code. A regular expression between bare slashes is not known: a quotation mark in it hides the rest of its line at most.

# The whole file is one record: no source has this character.
BEGIN { RS = "\001" }

function tokenize(source,   lines, total, n) {
  sub(/^\357\273\277/, "", source) # a byte order mark
  total = split(source, lines, "\n")
  for (n = 1; n <= total; n++) {
    rest = lines[n]
    sub(/\r$/, "", rest)
    while (rest != "") {
      if (comments) comment()
      else if (strings && !parentheses[strings]) literal()
      else plain()
    }
    # Other strings end with their line, whatever the line says.
    while (strings && !parentheses[strings] && closing[strings] !~ /^("""|\/)/) strings--
    if (n < total) { rest = "\n"; take(1, "\n") }
  }
}

function take(size, meaning) {
  text[++count] = substr(rest, 1, size)
  code[count] = meaning
  rest = substr(rest, size + 1)
}

function plain(   sign) {
  sign = substr(rest, 1, 1)
  if (match(rest, /^[ \t\f\v]+/)) take(RLENGTH, "")
  else if (rest ~ /^\/\//) take(length(rest), "")
  else if (rest ~ /^\/\*/) { comments = 1; take(2, "") }
  else if (match(rest, /^#*"""[ \t]*$/)) open("\"\"\"", index(rest, "\"") - 1)
  else if (match(rest, /^#*"/)) open("\"", RLENGTH - 1)
  else if (match(rest, /^#+\//)) open("/", RLENGTH - 1)
  else if (match(rest, /^[@#`]?[A-Za-z0-9_$\200-\377]+`?/)) take(RLENGTH, substr(rest, 1, RLENGTH))
  else if (strings && sign == ")" && !--parentheses[strings]) take(1, "\"")
  else {
    if (strings && sign == "(") parentheses[strings]++
    take(1, sign)
  }
}

# Comments may have comments in them.
function comment() {
  if (!match(rest, /\/\*|\*\//)) { take(length(rest), ""); return }
  comments += substr(rest, RSTART, 1) == "/" ? 1 : -1
  take(RSTART + 1, "")
}

# A string, or a regular expression, which may have such marks as #"…"#. Strings may have expressions with strings in them.
function open(mark, marks,   i) {
  closing[++strings] = mark
  escape[strings] = "\\"
  for (i = 0; i < marks; i++) {
    closing[strings] = closing[strings] "#"
    if (mark != "/") escape[strings] = escape[strings] "#"
  }
  parentheses[strings] = 0
  take(marks + length(mark), "\"")
}

# A piece of a string: to its end, to an expression in it, or behind an escaped character.
function literal(   size, here) {
  size = match(rest, /["\\\/]/) ? RSTART - 1 : length(rest)
  here = substr(rest, size + 1)
  if (index(here, closing[strings]) == 1) size += length(closing[strings--])
  else if (index(here, escape[strings] "(") == 1 && closing[strings] !~ /^\//) {
    size += length(escape[strings]) + 1
    parentheses[strings] = 1
  } else if (here != "") size += index(here, escape[strings]) == 1 && length(here) > 1 ? 2 : 1
  take(size, "\"")
}
