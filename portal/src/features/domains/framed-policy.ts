let framed: ReadonlySet<string> | null = null

/**
 * DOM-7: a document's policy was sent with it and can't be taken back, but it can be made stricter, by a second one that a
 * site must pass as well. So what was removed from the list since can't be led to any more either, also not by a page that
 * is open. What is listed again needs another document, as everywhere.
 */
export function restrictFrames(origins: Iterable<string>): void {
  const now = new Set(origins)
  const isWithin = framed !== null && [...framed].every((origin) => now.has(origin))
  if (isWithin) return
  const policy = document.createElement("meta")
  policy.httpEquiv = "Content-Security-Policy"
  policy.content = `frame-src ${["'self'", ...now].join(" ")}`
  document.head.append(policy)
  framed = now
}
