#include "CCurl.h"

#include <dlfcn.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/socket.h>

static struct {
  CURLcode (*global_init)(long);
  CURL *(*init)(void);
  void (*cleanup)(CURL *);
  CURLcode (*perform)(CURL *);
  CURLcode (*setopt)(CURL *, CURLoption, ...);
  CURLcode (*getinfo)(CURL *, CURLINFO, ...);
  const char *(*reason)(CURLcode);
  struct curl_slist *(*append)(struct curl_slist *, const char *);
  void (*free_list)(struct curl_slist *);
} curl;

static const char *problem;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // The version with OpenSSL, or the one with GnuTLS where that is all there is.
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    problem = "libcurl is not installed (libcurl.so.4)";
    return;
  }
  const struct {
    const char *name;
    void *place;
  } wanted[] = {
      {"curl_global_init", &curl.global_init}, {"curl_easy_init", &curl.init},
      {"curl_easy_cleanup", &curl.cleanup},    {"curl_easy_perform", &curl.perform},
      {"curl_easy_setopt", &curl.setopt},      {"curl_easy_getinfo", &curl.getinfo},
      {"curl_easy_strerror", &curl.reason},    {"curl_slist_append", &curl.append},
      {"curl_slist_free_all", &curl.free_list},
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    void *found = dlsym(library, wanted[i].name);
    if (!found) {
      problem = "libcurl lacks a function";
      return;
    }
    *(void **)wanted[i].place = found;
  }
  if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) problem = "libcurl cannot be initialized";
}

const char *fileprovider_curl_load(void) {
  pthread_once(&once, load);
  return problem;
}

CURL *fileprovider_curl_new(void) { return curl.init(); }
void fileprovider_curl_free(CURL *handle) { curl.cleanup(handle); }
CURLcode fileprovider_curl_perform(CURL *handle) { return curl.perform(handle); }
const char *fileprovider_curl_reason(CURLcode code) { return curl.reason(code); }

CURLcode fileprovider_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl.setopt(handle, option, value);
}

CURLcode fileprovider_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl.setopt(handle, option, value);
}

CURLcode fileprovider_curl_set_text(CURL *handle, CURLoption option, const char *text) {
  return curl.setopt(handle, option, text);
}

CURLcode fileprovider_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
  return curl.setopt(handle, option, list);
}

void fileprovider_curl_set_reasons(CURL *handle, char *bytes) { curl.setopt(handle, CURLOPT_ERRORBUFFER, bytes); }

// What is sent and not acknowledged for so long, in milliseconds, is not going to be, as after a network has changed.
static int limit_silence(void *context, curl_socket_t socket, curlsocktype purpose) {
  unsigned int limit = 30000;
  (void)context;
  (void)purpose;
  // Without it, it takes longer.
  (void)setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &limit, sizeof limit);
  return CURL_SOCKOPT_OK;
}

void fileprovider_curl_set_calls(CURL *handle, const struct fileprovider_curl_calls *calls) {
  curl.setopt(handle, CURLOPT_SOCKOPTFUNCTION, limit_silence);
  curl.setopt(handle, CURLOPT_HEADERFUNCTION, calls->header);
  curl.setopt(handle, CURLOPT_HEADERDATA, calls->context);
  curl.setopt(handle, CURLOPT_WRITEFUNCTION, calls->write);
  curl.setopt(handle, CURLOPT_WRITEDATA, calls->context);
  curl.setopt(handle, CURLOPT_READFUNCTION, calls->read);
  curl.setopt(handle, CURLOPT_READDATA, calls->context);
  curl.setopt(handle, CURLOPT_SEEKFUNCTION, calls->seek);
  curl.setopt(handle, CURLOPT_SEEKDATA, calls->context);
  curl.setopt(handle, CURLOPT_XFERINFOFUNCTION, calls->progress);
  curl.setopt(handle, CURLOPT_XFERINFODATA, calls->context);
  curl.setopt(handle, CURLOPT_NOPROGRESS, 0L);
}

long fileprovider_curl_offered_authentication(CURL *handle) {
  long offered = 0;
  curl.getinfo(handle, CURLINFO_HTTPAUTH_AVAIL, &offered);
  return offered;
}

struct curl_slist *fileprovider_curl_append(struct curl_slist *list, const char *text) {
  return curl.append(list, text);
}

void fileprovider_curl_free_list(struct curl_slist *list) { curl.free_list(list); }
