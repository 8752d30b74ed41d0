import { BlockList, isIP } from "node:net"

export interface Networks {
  has(address: string): boolean
}

const typeOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4")

/** Each an address, or a network as 10.0.0.0/8. */
export function networksOf(all: readonly string[]): Networks {
  const list = new BlockList()
  for (const written of all) {
    const [address = "", bits] = written.split("/")
    if (bits === undefined) list.addAddress(address, typeOf(address))
    else list.addSubnet(address, Number(bits), typeOf(address))
  }
  return { has: (address) => list.check(address, typeOf(address)) }
}

/** What IANA lists as not of the public internet; an IPv4 address that is written as IPv6 counts as what it is. */
const listedByIana = networksOf([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
])

/** All of IPv6 that has been given out, and IPv4 in the shape of IPv6 (RFC 4291, 2.5.5.2). */
const givenOut = networksOf(["2000::/3", "::ffff:0:0/96"])

/**
 * Beside that list every other block of IPv6 is inner: loopback, local and multicast, IPv4 in shapes that no connection of the internet has
 * (`::10.0.0.1`, `64:ff9b::`), and what will be given out one day.
 */
export const innerNetworks: Networks = {
  has: (address) => listedByIana.has(address) || (isIP(address) === 6 && !givenOut.has(address)),
}
