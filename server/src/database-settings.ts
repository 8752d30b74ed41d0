/** POOL_MAX: connections of one process in its pools. A third is for single statements. */
export const poolLimits = {
  default: 30,
  /** Some requests need a second transaction beside their own. */
  least: 6,
  most: 1000,
} as const

/** One server of a database address. */
export interface DatabaseHost {
  /** For logs: never with the password. */
  readonly name: string
  readonly host: string
  readonly port: number
  /** The address of this server alone. */
  readonly url: string
}

export interface DatabaseAddress {
  readonly hosts: readonly DatabaseHost[]
  /** What `target_session_attrs` asks for; any: the server is taken as it is. */
  readonly wants: "any" | "writable" | "standby"
}

const wantedBy = new Map<string, DatabaseAddress["wants"]>([
  ["any", "any"],
  ["read-write", "writable"],
  ["primary", "writable"],
  ["standby", "standby"],
  ["prefer-standby", "standby"],
])
const attribute = "target_session_attrs"
const form = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)(\/[^?#]*)?(?:\?([^#]*))?$/i
const hostForm = /^(\[[0-9a-f:.]+\]|[^\s:[\]]*)(?::(\d{1,5}))?$/i
const mostHosts = 8
const defaultPort = 5432

/**
 * Reads `postgresql://role:password@a:5432,b:5432/name?target_session_attrs=read-write`; throws a sentence where it can't. The
 * driver knows one host only.
 */
export function databaseAddress(text: string): DatabaseAddress {
  const parts = form.exec(text)
  if (!parts) throw new Error("is no address like postgresql://role:password@host:5432/database")
  const [, scheme, who, servers = "", path = "", query] = parts
  const given = (query ?? "").split("&").filter((each) => each !== "")
  const attributes = given.filter((each) => each.startsWith(`${attribute}=`))
  const wants = wantedBy.get(attributes[0]?.slice(attribute.length + 1) ?? "any")
  if (attributes.length > 1 || wants === undefined)
    throw new Error(`${attribute} is one of ${[...wantedBy.keys()].join(", ")}`)
  const others = given.filter((each) => !attributes.includes(each))
  const tail = `${path}${others.length === 0 ? "" : `?${others.join("&")}`}`
  if (servers.includes(",") && servers.split(",").includes(""))
    throw new Error("has an empty host between its commas")
  const hosts = servers
    .split(",")
    .map((server) => hostIn(server, `${scheme}${who === undefined ? "" : `${who}@`}`, tail))
  if (hosts.length > 1) assertSeveral(hosts, others, wants)
  return { hosts, wants }
}

function hostIn(server: string, head: string, tail: string): DatabaseHost {
  const parts = hostForm.exec(server)
  const port = Number(parts?.[2] ?? defaultPort)
  if (!parts || port < 1 || port > 65_535) throw new Error(`"${server}" is no host, or host:port`)
  const written = parts[1] ?? ""
  const url = `${head}${server}${tail}`
  if (!URL.canParse(url)) throw new Error("is no address like postgresql://role:password@host:5432/database")
  return {
    name: `${written}:${port}`,
    host: decodeURIComponent(written).replace(/^\[(.+)\]$/, "$1"),
    port,
    url,
  }
}

function assertSeveral(
  hosts: readonly DatabaseHost[],
  others: readonly string[],
  wants: DatabaseAddress["wants"],
): void {
  if (new Set(hosts.map(({ name }) => name.toLowerCase())).size < hosts.length)
    throw new Error("names a host twice")
  if (hosts.length > mostHosts) throw new Error(`names more than ${mostHosts} hosts`)
  // Without it the driver of another program would take the first that answers, which may be a standby.
  if (wants === "any")
    throw new Error(`names several hosts, so it must say which one: add ?${attribute}=read-write`)
  const misplaced = others.find((each) => /^(?:host|hostaddr|port|load_balance_hosts)=/.test(each))
  if (misplaced !== undefined)
    throw new Error(`names several hosts: ${misplaced.split("=")[0]} can't be given beside them`)
}

/** Whether its servers must be looked at: several, or one that must take writes. */
export function isWatched({ hosts, wants }: DatabaseAddress): boolean {
  return hosts.length > 1 || wants !== "any"
}
