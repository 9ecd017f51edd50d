// Expat, the streaming reader of XML. All of its interface that is used can be called from Swift as it is. It needs no other library but the C
// library's, so it costs a start next to nothing.

#include <expat.h>
