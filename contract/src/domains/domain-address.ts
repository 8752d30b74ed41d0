/**
 * DOM-5, the one rule for form, server and database (its check is made from this very text). Each character can be read in
 * one way only (no label holds a dot or a colon), so the pattern needs one pass over any input, however long.
 */
export const domainAddress =
  /^(?:https?:\/\/)?[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62})+(?::[0-9]{1,5})?$/

function parsed(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

/**
 * DOM-7: the origins that an entry means, as browsers compare them: with a scheme that one, without one both. None for
 * what matches the pattern but is no address (a port above 65535, a number that is no IPv4 address).
 */
export function domainOrigins(domainIp: string): string[] {
  const addresses = /^https?:\/\//.test(domainIp) ? [domainIp] : [`https://${domainIp}`, `http://${domainIp}`]
  return addresses.flatMap((address) => parsed(address)?.origin ?? [])
}

/**
 * As an entry is stored and compared: lower case, numbers as IPv4, the scheme's own port dropped. Without a scheme it stays
 * without one, and its port stays: 443 is the one scheme's own and not the other's.
 */
export function canonicalDomain(domainIp: string): string {
  const [, scheme, rest = ""] = /^(https?:\/\/)?(.*)$/s.exec(domainIp) ?? []
  if (scheme) return parsed(domainIp)?.origin ?? domainIp.toLowerCase()
  const host = parsed(`https://${rest}`)?.hostname
  const [, port] = /:([0-9]+)$/.exec(rest) ?? []
  if (host === undefined) return domainIp.toLowerCase()
  return port === undefined ? host : `${host}:${Number(port)}`
}

/** The other way round: every canonical entry that means this origin. */
export function domainsMeaning(origin: string): string[] {
  const url = parsed(origin)
  if (!url || url.origin !== origin || origin === "null") return []
  const own = url.protocol === "https:" ? "443" : "80"
  return [origin, url.host, ...(url.port === "" ? [`${url.hostname}:${own}`] : [])]
}

const privateNames = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/

function isPrivateIpv4(hostname: string): boolean {
  const [first = -1, second = -1, third = -1, fourth = -1] = /^[0-9]+(?:\.[0-9]+){3}$/.test(hostname)
    ? hostname.split(".").map(Number)
    : []
  if (fourth === -1 || third === -1) return false
  return (
    [0, 10, 127].includes(first) ||
    (first === 100 && second >= 64 && second <= 127) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second <= 31) ||
    (first === 192 && second === 168)
  )
}

/** A private address, or the reader's own machine: accepted, and marked. */
export function isPrivateDomain(domainIp: string): boolean {
  const [origin] = domainOrigins(domainIp)
  const hostname = origin === undefined ? "" : new URL(origin).hostname
  return privateNames.test(hostname) || isPrivateIpv4(hostname)
}
