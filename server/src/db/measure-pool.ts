import { performance } from "node:perf_hooks"
import type pg from "pg"
import {
  poolConnections,
  poolLimit,
  poolRefusals,
  poolWaiting,
  poolWaitSeconds,
} from "../metrics/registry.ts"

const measured = new Map<pg.Pool, string>()

type Callback = Parameters<pg.Pool["connect"]>[0]

/** OPS-2: the pool's use is in the metrics from now on until it ends, and how long each connection was waited for. */
export function measurePool(name: string, pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: Callback) => Promise<pg.PoolClient>
  const waited = poolWaitSeconds.labels(name)
  const refused = poolRefusals.labels(name)
  const measuredConnect = (callback?: Callback): unknown => {
    if (pool.idleCount > pool.waitingCount) {
      waited.observe(0)
      return connect(callback)
    }
    const beganMs = performance.now()
    const note = (error: unknown) => {
      waited.observe((performance.now() - beganMs) / 1000)
      if (error) refused.inc()
    }
    if (callback)
      return connect((error, client, release) => {
        note(error)
        callback(error, client, release)
      })
    const connecting = connect()
    connecting.then(() => note(null), note)
    return connecting
  }
  pool.connect = measuredConnect as pg.Pool["connect"]
  measured.set(pool, name)
}

/** Reads every pool's use into the gauges. */
export function readPools(): void {
  const totals = new Map<string, { busy: number; idle: number; waiting: number; limit: number }>()
  for (const [pool, name] of measured) {
    if (pool.ended) {
      measured.delete(pool)
      continue
    }
    const { busy, idle, waiting, limit } = totals.get(name) ?? { busy: 0, idle: 0, waiting: 0, limit: 0 }
    totals.set(name, {
      busy: busy + pool.totalCount - pool.idleCount,
      idle: idle + pool.idleCount,
      waiting: waiting + pool.waitingCount,
      limit: limit + pool.options.max,
    })
  }
  for (const gauge of [poolConnections, poolWaiting, poolLimit]) gauge.reset()
  for (const [name, { busy, idle, waiting, limit }] of totals) {
    poolConnections.labels(name, "busy").set(busy)
    poolConnections.labels(name, "idle").set(idle)
    poolWaiting.labels(name).set(waiting)
    poolLimit.labels(name).set(limit)
  }
}
