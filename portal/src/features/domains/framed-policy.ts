let framed: ReadonlySet<string> | null = null

/**
 * DOM-7: a document's policy can't be withdrawn, but made stricter, by a second one that a site must pass as well. So a
 * domain removed since can't be opened any more, not even by an open page. A domain that is added again needs a new
 * document.
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
