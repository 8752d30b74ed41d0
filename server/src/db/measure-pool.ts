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
  // From the start, at 0: Prometheus can't see an increase in a series that begins with its first refusal.
  refused.inc(0)
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

export interface PoolUse {
  readonly busy: number
  readonly idle: number
  /** Who waits for a connection at this moment. */
  readonly waiting: number
  readonly most: number
}

/** Of the open pools of this process, by name. */
function useByName(): ReadonlyMap<string, PoolUse> {
  const uses = new Map<string, PoolUse>()
  for (const [pool, name] of measured) {
    if (pool.ended) {
      measured.delete(pool)
      continue
    }
    const busy = pool.totalCount - pool.idleCount
    const use = { busy, idle: pool.idleCount, waiting: pool.waitingCount, most: pool.options.max }
    uses.set(name, sumOf([uses.get(name), use]))
  }
  return uses
}

function sumOf(uses: Iterable<PoolUse | undefined>): PoolUse {
  const sum = { busy: 0, idle: 0, waiting: 0, most: 0 }
  for (const use of uses) {
    if (!use) continue
    sum.busy += use.busy
    sum.idle += use.idle
    sum.waiting += use.waiting
    sum.most += use.most
  }
  return sum
}

/** OPS-4: of all pools of this process. */
export function poolUse(): PoolUse {
  return sumOf(useByName().values())
}

/** Reads every pool's use into the gauges. */
export function readPools(): void {
  for (const gauge of [poolConnections, poolWaiting, poolLimit]) gauge.reset()
  for (const [name, { busy, idle, waiting, most }] of useByName()) {
    poolConnections.labels(name, "busy").set(busy)
    poolConnections.labels(name, "idle").set(idle)
    poolWaiting.labels(name).set(waiting)
    poolLimit.labels(name).set(most)
  }
}
