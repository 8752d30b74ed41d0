import { isIP } from "node:net"

/** From where a request came. */
export interface Caller {
  readonly ip: string
  readonly userAgent: string
  /** Where they see this site, as protocol and host: what an address that is sent back begins with. */
  readonly origin: string
}

/** Some proxies add the port, and a local address may have a zone; neither is part of where somebody is. */
export function plainAddress(given: string): string {
  const [, inBrackets, bare] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(given) ?? []
  const [address = ""] = (inBrackets ?? bare ?? given).split("%")
  return isIP(address) === 0 ? "0.0.0.0" : address
}
