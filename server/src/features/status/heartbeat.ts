import { monitorEventLoopDelay } from "node:perf_hooks"
import { statusLimits } from "@uc/contract/status/calls"
import type { Database } from "../../db/open.ts"
import type { Installation } from "../../http/installation.ts"
import { openStreams } from "../../realtime/open-streams.ts"
import { forgetProcess, noteProcess } from "./process-status.store.ts"

export interface Heartbeat {
  /** A process that ends orderly is no longer listed. */
  stop(): Promise<void>
}

/** OPS-4: this process says every 15 seconds that it lives, and how it fares. Without the database it says nothing. */
export function runHeartbeat(
  database: Database,
  { process: own, version, startedMs }: Installation,
  everyMs: number = statusLimits.heartbeatMs,
): Heartbeat {
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  let beating: Promise<void> | null = null
  const beat = () => {
    // Nanoseconds, beyond the resolution itself.
    const delayMs = Math.max(0, delays.max / 1e6 - 20)
    delays.reset()
    beating ??= noteProcess(database, {
      process: own.id,
      host: own.host,
      pid: own.pid,
      version,
      startedAt: new Date(startedMs),
      memoryBytes: process.memoryUsage.rss(),
      delayMs: Math.round(delayMs * 10) / 10,
      streams: openStreams(),
    })
      // The others see its silence; requests report a database that is away.
      .catch(() => {})
      .finally(() => {
        beating = null
      })
  }
  beat()
  const timer = setInterval(beat, everyMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      delays.disable()
      await beating
      await forgetProcess(database, own.id).catch(() => {})
    },
  }
}
