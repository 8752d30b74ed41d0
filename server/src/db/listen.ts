import type pg from "pg"
import type { ConnectionTarget } from "./hosts/host-client.ts"

export interface Listener {
  /** Listening from now on; notifications before this moment may have been missed. */
  onBegin(): void
  /** No notifications until it begins again. */
  onLost(): void
  onNotification(payload: string): void
}

export interface Listening {
  stop(): Promise<void>
}

const firstWaitMs = 100
/** Connected again within 5 s after the database is back. */
const longestWaitMs = 2000
/** Finds a connection that was lost without an error. */
const pingMs = 10_000
const answerMs = 3000

/** LISTEN on a connection of its own, outside the pools; a lost one is opened again. */
export function listenTo(
  { Client, connectionString, finder }: ConnectionTarget,
  channel: string,
  listener: Listener,
  name = "user-centre events",
): Listening {
  let waitMs = firstWaitMs
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isListening = false

  const again = (lost: pg.Client) => {
    if (lost !== client) return
    client = null
    isListening = false
    clearTimeout(timer)
    listener.onLost()
    lost.end().catch(() => {})
    if (isStopped) return
    timer = setTimeout(() => void begin(), waitMs * (0.5 + Math.random() / 2))
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }

  const ping = (own: pg.Client) => {
    timer = setTimeout(() => {
      own.query("select 1").then(
        () => own === client && ping(own),
        () => again(own),
      )
    }, pingMs)
    timer.unref()
  }

  const begin = async () => {
    const own = new Client({
      connectionString,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      application_name: name,
    })
    client = own
    own.on("error", () => again(own))
    own.on("end", () => again(own))
    own.on("notification", ({ payload }) => own === client && listener.onNotification(payload ?? ""))
    try {
      await own.connect()
      await own.query(`listen ${own.escapeIdentifier(channel)}`)
    } catch {
      again(own)
      return
    }
    if (own !== client) {
      own.end().catch(() => {})
      return
    }
    waitMs = firstWaitMs
    isListening = true
    listener.onBegin()
    ping(own)
  }

  // The old server may hang without closing the connection.
  const stopWatching = finder?.onMove(() => client && isListening && again(client))
  void begin()
  return {
    async stop() {
      isStopped = true
      stopWatching?.()
      clearTimeout(timer)
      const own = client
      client = null
      await own?.end().catch(() => {})
    },
  }
}
