import type pg from "pg"

export interface PoolUse {
  readonly busy: number
  readonly idle: number
  /** Who waits for a connection at this moment. */
  readonly waiting: number
  readonly most: number
}

const pools = new Set<pg.Pool>()

export function notePool(pool: pg.Pool): void {
  pools.add(pool)
}

/** OPS-4: of all pools of this process that are open. */
export function poolUse(): PoolUse {
  const use = { busy: 0, idle: 0, waiting: 0, most: 0 }
  for (const pool of pools) {
    if (pool.ended) {
      pools.delete(pool)
      continue
    }
    use.busy += pool.totalCount - pool.idleCount
    use.idle += pool.idleCount
    use.waiting += pool.waitingCount
    use.most += pool.options.max
  }
  return use
}
