import { isIP } from "node:net"

/** From where a request came. */
export interface Caller {
  readonly ip: string
  readonly userAgent: string
  /** The address of this site as the browser knows it, protocol and host: URLs that are sent back begin with it. */
  readonly origin: string
}

/** Some proxies add the port, and a local address may have a zone; neither is part of the address. */
export function plainAddress(given: string): string {
  const [, inBrackets, bare] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(given) ?? []
  const [address = ""] = (inBrackets ?? bare ?? given).split("%")
  return isIP(address) === 0 ? "0.0.0.0" : address
}
