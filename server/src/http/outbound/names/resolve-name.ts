import { promises as dns, type LookupAddress } from "node:dns"
import { readFile } from "node:fs/promises"
import { isIP, type LookupFunction } from "node:net"
import { addressesInHosts } from "./hosts-file.ts"
import { namesToAsk, searchListIn } from "./search-list.ts"

/** All addresses of a name; it fails with the code of Node for that. Ended by the signal, and at the latest after its limit. */
export type ResolveName = (host: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>

interface ResolverSettings {
  /** Null: those of the machine. */
  readonly servers: readonly string[] | null
  readonly hostsFile: string
  readonly resolvConf: string
  /** How long the first question to a server waits; the second waits twice as long. */
  readonly queryMs: number
  /** For a name with all that is put behind it. */
  readonly limitMs: number
  /** How long the addresses of one family wait for those of the other. */
  readonly otherFamilyMs: number
}

const ofThisMachine: ResolverSettings = {
  servers: null,
  hostsFile: process.platform === "win32" ? String.raw`C:\Windows\System32\drivers\etc\hosts` : "/etc/hosts",
  resolvConf: "/etc/resolv.conf",
  queryMs: 1000,
  limitMs: 4000,
  otherFamilyMs: 500,
}

/**
 * FAULT-4: looks up names without `dns.lookup`, whose questions can't be ended and wait in the few threads that the whole process has for
 * them. Asked are the hosts file, then the name servers for A and AAAA, with the search list of resolv.conf. Other sources of
 * nsswitch.conf (mDNS, LDAP) are not (decision 110).
 */
export function nameResolver(given: Partial<ResolverSettings> = {}): ResolveName {
  const settings = { ...ofThisMachine, ...given }
  return async (written, signal) => {
    const host = written.toLowerCase()
    signal.throwIfAborted()
    const inHosts = addressesInHosts(await textOf(settings.hostsFile), host.replace(/\.$/, ""))
    if (inHosts.length > 0) return inHosts.map(withFamily)
    // RFC 6761: no name server is asked for these.
    if (/(?:^|\.)localhost\.?$/.test(host)) return ["127.0.0.1", "::1"].map(withFamily)
    const names = namesToAsk(host, searchListIn(await textOf(settings.resolvConf)))
    return askServers(names, settings, signal)
  }
}

async function askServers(
  names: readonly string[],
  { servers, queryMs, limitMs, otherFamilyMs }: ResolverSettings,
  signal: AbortSignal,
): Promise<readonly LookupAddress[]> {
  const resolver = new dns.Resolver({ timeout: queryMs, tries: 2 })
  if (servers) resolver.setServers([...servers])
  let isLate = false
  const cancel = () => resolver.cancel()
  const timer = setTimeout(() => {
    isLate = true
    cancel()
  }, limitMs)
  signal.addEventListener("abort", cancel)
  try {
    let failure: unknown
    for (const name of names) {
      signal.throwIfAborted()
      const found = await bothFamilies(resolver, name, otherFamilyMs)
      if (found.addresses.length > 0) return found.addresses.map(withFamily)
      failure = found.failure
      if (isLate || isSilence(failure)) break
    }
    signal.throwIfAborted()
    throw inWordsOfNode(failure, names[0] ?? "")
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", cancel)
    cancel()
  }
}

interface Found {
  readonly addresses: readonly string[]
  readonly failure: unknown
}

/** Some name servers never answer for IPv6: what one family has is used soon after. */
async function bothFamilies(resolver: dns.Resolver, name: string, otherFamilyMs: number): Promise<Found> {
  const found: string[][] = [[], []]
  const failures: unknown[] = []
  let timer: NodeJS.Timeout | undefined
  await new Promise<void>((done) => {
    let left = 2
    const ended = (family: number, addresses: string[]) => {
      found[family] = addresses
      left -= 1
      if (left === 0) done()
      else if (addresses.length > 0) timer = setTimeout(done, otherFamilyMs)
    }
    for (const [family, asking] of [resolver.resolve4(name), resolver.resolve6(name)].entries())
      asking.then(
        (addresses) => ended(family, addresses),
        (error: unknown) => {
          failures.push(error)
          ended(family, [])
        },
      )
  })
  clearTimeout(timer)
  // Of two failures the one that says more: a server that is silent about one family may know the other.
  return { addresses: found.flat(), failure: failures.find(isSilence) ?? failures[0] }
}

function isSilence(error: unknown): boolean {
  return ["ETIMEOUT", "ECANCELLED", "ECONNREFUSED"].includes((error as NodeJS.ErrnoException).code ?? "")
}

/** As `dns.lookup` has them, which is what people find in documents. */
function inWordsOfNode(cause: unknown, host: string): Error {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException
  const shown = code === "ENOTFOUND" || code === "ENODATA" || code === "EBADNAME" ? "ENOTFOUND" : "EAI_AGAIN"
  return Object.assign(new Error(`${shown} ${host}`, { cause }), { code: shown, hostname: host })
}

const withFamily = (address: string): LookupAddress => ({ address, family: isIP(address) })

async function textOf(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "")
}

/** As sockets want it. `refusalOf`: a name with one refused address among several is refused: which of them is used would be chance. */
export function lookupWith(
  resolve: ResolveName,
  signal: AbortSignal | null = null,
  refusalOf: (address: string) => Error | null = () => null,
): LookupFunction {
  const answer = async (...[host, options, done]: Parameters<LookupFunction>) => {
    let found: readonly LookupAddress[] = []
    try {
      found = await resolve(host, signal ?? new AbortController().signal)
    } catch (error) {
      done(error as NodeJS.ErrnoException, "")
      return
    }
    const refusal = found.map(({ address }) => refusalOf(address)).find((each) => each !== null)
    const family = Number(String(options.family ?? 0).replace("IPv", ""))
    const fitting = found.filter((each) => family === 0 || each.family === family)
    const [first] = fitting
    if (refusal || !first) done(refusal ?? inWordsOfNode({ code: "ENOTFOUND" }, host), "")
    else if (options.all === true) done(null, fitting)
    else done(null, first.address, first.family)
  }
  return (...given) => void answer(...given)
}
