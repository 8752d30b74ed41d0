import { performance } from "node:perf_hooks"
import { Gauge } from "prom-client"
import { readPools } from "../../db/measure-pool.ts"
import type { Database } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import {
  buildInfo,
  collectProcessMetrics,
  databaseUp,
  registry,
  replicaReads,
  streamsOpen,
} from "../../metrics/registry.ts"
import { openStreams } from "../../realtime/open-streams.ts"
import { version } from "../../../package.json"
import { queryGauges, type Sample } from "./query-gauges.ts"

/** What is read out of the database is kept for so long: several may scrape. */
const keptMs = 5000
/** Longer than this nobody waits for the database: a scrape must tell that it is away. */
const limitMs = 1000

/** OPS-2: gives the text that Prometheus reads. */
export function scraper(database: Database): () => Promise<string> {
  const gauges = gaugesByName()
  collectProcessMetrics()
  buildInfo.labels(version, process.versions.node).set(1)
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  const read = async () => {
    const samples = await samplesOf(database)
    databaseUp.set(samples === null ? 0 : 1)
    // Of a database that is away nothing is known: old values would look like new ones.
    for (const gauge of gauges.values()) gauge.reset()
    for (const { name, labels = {}, value } of samples ?? []) gauges.get(name)?.set(labels, value)
    readAtMs = performance.now()
  }

  return async () => {
    if (performance.now() - readAtMs > keptMs)
      await (reading ??= read().finally(() => {
        reading = null
      }))
    readPools()
    readReplica(database)
    streamsOpen.set(openStreams())
    return registry.metrics()
  }
}

/** The replica counts for itself, so that reading needs no registry. */
function readReplica(database: Database): void {
  const counts = database.replicaCounts()
  if (counts === null) return
  replicaReads.reset()
  const answers = Object.entries({ replica: counts.answered, ...counts.detours })
  for (const [answer, count] of answers) replicaReads.labels(answer).inc(count)
}

/** A label that is never set keeps a gauge without samples from starting at 0. */
const noLabel = ["none"]

function gaugesByName(): ReadonlyMap<string, Gauge> {
  const specs = queryGauges.flatMap(({ gauges }) => gauges)
  return new Map(
    specs.map(({ name, help, labelNames = noLabel }) => {
      const before = registry.getSingleMetric(name) as Gauge | undefined
      return [name, before ?? new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })]
    }),
  )
}

/** Null: the database did not answer in time. */
async function samplesOf(database: Database): Promise<readonly Sample[] | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs)
  })
  const asked = database
    .transaction(unrestricted, async (db) => {
      const samples = await Promise.all(queryGauges.map(({ read }) => read(db)))
      return samples.flat()
    })
    .catch(() => null)
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
