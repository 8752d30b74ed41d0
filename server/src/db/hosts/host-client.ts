import pg from "pg"
import {
  databaseAddress,
  isWatched,
  type DatabaseAddress,
  type DatabaseHost,
} from "../../database-settings.ts"
import { askedRole, hostFinder, misfit, NoHost, roleReportedBy, type HostFinder } from "./host-finder.ts"

/** Where connections of one address are opened. */
export interface ConnectionTarget {
  readonly connectionString: string
  /** Connects to the server that is in use at that moment. */
  readonly Client: typeof pg.Client
  /** Null: one server, taken as it is. */
  readonly finder: HostFinder | null
}

export function connectionTarget(url: string, say?: (line: string) => void): ConnectionTarget {
  const address = databaseAddress(url)
  const [first] = address.hosts
  if (!first) throw new Error("A database address without a host")
  if (!isWatched(address)) return { connectionString: first.url, Client: pg.Client, finder: null }
  const finder = hostFinder(address, say)
  return { connectionString: first.url, Client: clientFor(address, finder), finder }
}

type Connected = (error: Error | null) => void

/** The pool hands over a callback. */
async function settle(opened: Promise<unknown>, done: Connected): Promise<void> {
  const failure = await opened.then(
    () => null,
    (error: Error) => error,
  )
  done(failure)
}

/** The driver's own fields: where it connects to is decided when it does. */
interface Aimed {
  host: string
  port: number
}

const hostOf = new WeakMap<object, { readonly host: DatabaseHost; readonly fits: () => boolean }>()

/** Whether a connection of a pool may still be used: its server is in use and has not become read-only. */
export function isUsable(client: object, finder: HostFinder): boolean {
  const known = hostOf.get(client)
  return known !== undefined && finder.isCurrent(known.host) && known.fits()
}

/** After an error that only a server in another role gives. */
export function suspectHostOf(client: object, finder: HostFinder | null): void {
  const known = hostOf.get(client)
  if (known) finder?.suspect(known.host)
}

/** Refused by a server that is there: looking for another one would not help. */
const refusedStates = /^(?:28|3D|53)/

function clientFor({ wants }: DatabaseAddress, finder: HostFinder): typeof pg.Client {
  class HostClient extends pg.Client {
    private readonly role = roleReportedBy(this)

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      const opened = this.open()
      if (!callback) return opened
      return void settle(opened, callback as Connected)
    }

    private async open(): Promise<pg.Client> {
      const host = await finder.current()
      // The pool's time limit has passed meanwhile; a destroyed socket would connect again.
      const { stream } = (this as unknown as { connection: pg.Connection }).connection
      if (stream.destroyed) throw new Error("timeout expired")
      const aimed = this as unknown as Aimed
      aimed.host = host.host
      aimed.port = host.port
      await super.connect().catch((error: NodeJS.ErrnoException) => {
        if (!refusedStates.test(error.code ?? "")) finder.suspect(host)
        throw error
      })
      await this.check(host)
      return this
    }

    /** Between looking and connecting the server may have become a standby. */
    private async check(host: DatabaseHost): Promise<void> {
      const reason = misfit(this.role() ?? (await askedRole(this)), wants)
      if (reason !== null) {
        finder.suspect(host)
        this.end().catch(() => {})
        throw new NoHost(wants, [`${host.name} ${reason}`])
      }
      hostOf.set(this, {
        host,
        fits: () => {
          const role = this.role()
          return role === null || misfit(role, wants) === null
        },
      })
    }
  }
  return HostClient
}
