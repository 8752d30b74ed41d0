export interface SearchList {
  /** What is put behind a name that may be short. */
  readonly domains: readonly string[]
  /** A name with so many dots is asked for as it is first. */
  readonly dots: number
}

/** `search`, `domain` and `options ndots:` of a resolv.conf; the last of each counts. */
export function searchListIn(text: string): SearchList {
  let domains: readonly string[] = []
  let dots = 1
  for (const line of text.split(/\r?\n/)) {
    const [word, ...values] = line
      .replace(/[#;].*/, "")
      .trim()
      .split(/\s+/)
    if (word === "search") domains = values
    if (word === "domain") domains = values.slice(0, 1)
    if (word === "options")
      for (const value of values) {
        const given = /^ndots:(\d{1,2})$/.exec(value)?.[1]
        if (given !== undefined) dots = Math.min(Number(given), 15)
      }
  }
  return {
    domains: domains
      .map((domain) => domain.replace(/\.$/, ""))
      .filter((domain) => domain !== "" && domain !== "."),
    dots,
  }
}

/** The names to ask for, in their order: `database` in a cluster is `database.<namespace>.svc.cluster.local`. */
export function namesToAsk(host: string, { domains, dots }: SearchList): readonly string[] {
  if (host.endsWith(".")) return [host.slice(0, -1)]
  const behind = domains.map((domain) => `${host}.${domain}`).filter((name) => name.length <= 253)
  return host.split(".").length - 1 >= dots ? [host, ...behind] : [...behind, host]
}
