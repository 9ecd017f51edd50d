/// The rules that are looked at during all calls, whatever is being checked.
enum ObservedRules {
  /// How every call is answered.
  enum Answers {
    static let called = ConformanceRule(
      "answers.called", "Every completion handler is called, and every enumeration is finished.",
      page: ApplePage.replicatedExtension,
      advice: "Call the handler on every code path, including after an error and after a cancellation.")

    static let once = ConformanceRule(
      "answers.once", "A completion handler is called only once.", page: ApplePage.replicatedExtension,
      advice: "Return right after calling the handler; look for a missing “return” after an error.")

    static let result = ConformanceRule(
      "answers.result", "An answer to “item” or “fetchContents” has a result or an error.", page: ApplePage.item,
      advice: "Pass an NSFileProviderError where there is no result; noSuchItem if there is no such item.")

    static let errorDomain = ConformanceRule(
      "errors.domain", "An error is of NSCocoaErrorDomain or NSFileProviderErrorDomain.",
      page: ApplePage.replicatedExtension,
      advice: "Convert errors of other domains, and pass the original under NSUnderlyingErrorKey.")

    static let all = [called, once, result, errorDomain]
  }

  /// Sync anchors, and what follows them.
  enum Anchors {
    static let token = ConformanceRule(
      "anchors.token", "A sync anchor has at most 500 bytes.", page: ApplePage.anchor,
      advice: "Put the server's cursor into the anchor, or a key under which you store it.")

    static let advance = ConformanceRule(
      "anchors.advance", "A batch that reports changes, or has more to come, advances the anchor.",
      page: ApplePage.finishChanges,
      advice: "Pass the anchor after the reported changes; the batch's start anchor repeats them forever.")

    static let all = [token, advance]
  }

  /// The pages of a listing.
  enum Pages {
    static let end = ConformanceRule(
      "paging.end", "A page is finished once, and no call follows.", page: ApplePage.finishEnumerating,
      advice: "Call either finishEnumerating or finishEnumeratingWithError, once and last.")

    static let token = ConformanceRule(
      "paging.token", "A page token has at most 500 bytes.", page: ApplePage.page,
      advice: "Put a cursor or an offset into the page; a longer token ends the enumeration.")

    static let progress = ConformanceRule(
      "paging.progress", "Every page advances: no page repeats within a listing.", page: ApplePage.enumerateItems,
      advice: "Pass the page after the requested one, and nil after the last.")

    static let suggested = ConformanceRule(
      "paging.suggested", "A page has at most a hundred times the suggested number of items.",
      page: ApplePage.suggestedPageSize, advice: "Split the server's answer into pages of about suggestedPageSize.")

    static let all = [end, token, progress, suggested]
  }

  /// The pages of a search.
  enum Searches {
    static let end = ConformanceRule(
      "search.end", "A page of a search is finished once, and no call follows.", page: ApplePage.finishSearching,
      advice: "Call either finishEnumerating or finishEnumeratingWithError, once and last.")

    static let limit = ConformanceRule(
      "search.limit", "A page of a search has at most as many results as the observer accepts.",
      page: ApplePage.searchLimit,
      advice:
        "Stop at maximumNumberOfResultsPerPage, and pass a page for the rest: the system ends an extension that does not."
    )

    static let token = ConformanceRule(
      "search.token", "A page token of a search has at most 500 bytes.", page: ApplePage.finishSearching,
      advice: "Put a cursor or an offset into the page; a longer token ends the search.")

    static let progress = ConformanceRule(
      "search.progress", "Every page of a search advances: no page repeats.", page: ApplePage.searching,
      advice: "Pass the page after the requested one, and nil after the last.")

    static let all = [end, limit, token, progress]
  }

  /// What is answered to a request for thumbnails.
  enum Thumbnails {
    static let each = ConformanceRule(
      "thumbnails.each", "Every requested thumbnail is reported before completion.",
      page: ApplePage.fetchThumbnails,
      advice: "Call perThumbnailCompletionHandler for each item, with nil for both if there is no thumbnail, "
        + "and completionHandler after the last.")

    static let once = ConformanceRule(
      "thumbnails.once", "Each item is reported once, and no other item is reported.",
      page: ApplePage.fetchThumbnails, advice: "Pass the requested identifier, and call the handler once for it."
    )

    static let all = [each, once]
  }

  /// The properties of every item.
  enum Items {
    static let filename = ConformanceRule(
      "items.filename", "Every item has a name.", page: ApplePage.filename,
      advice: "Return a filename that is not empty, even for the root.")

    static let all = [filename]
  }

  /// The versions of every item.
  enum Versions {
    static let length = ConformanceRule(
      "versions.length", "Each component of a version has at most 128 bytes.", page: ApplePage.version,
      advice: "Use a revision, an entity tag or a checksum.")

    static let all = [length]
  }
}
