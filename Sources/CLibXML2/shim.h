#include <libxml/xmlversion.h>
/* libxml2's headers would pull in those of the system's ICU, which clash with Foundation's own. Only pointers
   to the one structure that depends on it are used. */
#undef LIBXML_ICU_ENABLED
#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
