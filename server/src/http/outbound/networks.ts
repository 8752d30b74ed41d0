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
export const innerNetworks = networksOf([
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
  "::/127",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "fc00::/7",
  "fe80::/10",
  "ff00::/8",
])
