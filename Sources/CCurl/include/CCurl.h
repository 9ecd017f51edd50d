#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>
#include <stddef.h>

// libcurl, loaded when it is first used: with the twenty libraries that it needs it takes as long to load as all the rest of the command, and
// hardly any command uses it. Beside that, Swift can call neither functions with variable arguments nor the macros of curl.h.

/// Loads libcurl, once.
///
/// @return NULL when it is there; otherwise why it is not.
const char *fileprovider_curl_load(void);

// Each of these needs fileprovider_curl_load() to have succeeded.

CURL *fileprovider_curl_new(void);
void fileprovider_curl_free(CURL *handle);
CURLcode fileprovider_curl_perform(CURL *handle);
const char *fileprovider_curl_reason(CURLcode code);

CURLcode fileprovider_curl_set_number(CURL *handle, CURLoption option, long value);
CURLcode fileprovider_curl_set_size(CURL *handle, CURLoption option, curl_off_t value);
/// The text is copied.
CURLcode fileprovider_curl_set_text(CURL *handle, CURLoption option, const char *text);
CURLcode fileprovider_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *list);

/// Where libcurl writes the reason of a failure in its own words: CURL_ERROR_SIZE bytes that live as long as the handle.
void fileprovider_curl_set_reasons(CURL *handle, char *bytes);

typedef size_t (*fileprovider_curl_bytes)(char *bytes, size_t size, size_t count, void *context);
typedef int (*fileprovider_curl_seek)(void *context, curl_off_t offset, int origin);
typedef int (*fileprovider_curl_progress)(
    void *context, curl_off_t down_total, curl_off_t down, curl_off_t up_total, curl_off_t up);

/// What libcurl calls during a transfer.
struct fileprovider_curl_calls {
  void *context;
  fileprovider_curl_bytes header, write, read;
  fileprovider_curl_seek seek;
  fileprovider_curl_progress progress;
};
void fileprovider_curl_set_calls(CURL *handle, const struct fileprovider_curl_calls *calls);

/// The bits of CURLOPT_HTTPAUTH that the server offered.
long fileprovider_curl_offered_authentication(CURL *handle);

struct curl_slist *fileprovider_curl_append(struct curl_slist *list, const char *text);
void fileprovider_curl_free_list(struct curl_slist *list);

// Macros with casts, as Swift can read them.
static const unsigned long fileprovider_curl_basic = CURLAUTH_BASIC;
static const unsigned long fileprovider_curl_digest = CURLAUTH_DIGEST;
static const unsigned long fileprovider_curl_bearer = CURLAUTH_BEARER;

#endif
