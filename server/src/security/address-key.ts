import { isIPv4, isIPv6 } from "node:net"

/** What an address is counted by: one IPv6 customer has 2^64 addresses, so the /64 network counts. */
export function addressKey(ip: string): string {
  if (isIPv4(ip)) return ip
  // All invalid addresses share one key, or inventing new ones would get around every limit.
  if (!isIPv6(ip)) return "unknown"
  const groups = groupsOf(ip)
  const [last = 0, beforeLast = 0] = groups.toReversed()
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [beforeLast >> 8, beforeLast & 255, last >> 8, last & 255].join(".")
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`
}

/** The last four bytes may be written as those of an IPv4 address. */
function asGroups(written: string): string {
  if (!isIPv4(written)) return written
  const [a = 0, b = 0, c = 0, d = 0] = written.split(".").map(Number)
  return [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(":")
}

/** The eight groups of a valid address. */
function groupsOf(ip: string): number[] {
  const [address = ""] = ip.split("%")
  const from = address.lastIndexOf(":") + 1
  const plain = address.slice(0, from) + asGroups(address.slice(from))
  const [front = "", back = ""] = plain.split("::")
  const read = (part: string) =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16))
  const [left, right] = [read(front), read(back)]
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right]
}
