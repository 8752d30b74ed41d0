import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client"

/**
 * OPS-2: the numbers of this process, read by Prometheus. Labels have few values, all of them ours: never an address, an id or
 * anything that somebody typed. A name that changes breaks the rules and the dashboard in `ops/`.
 */
export const registry = new Registry()
const registers = [registry]

export const buildInfo = new Gauge({
  name: "uc_build_info",
  help: "Always 1; the version of the program and of Node.",
  labelNames: ["version", "node"],
  registers,
})

export const requests = new Counter({
  name: "uc_requests_total",
  help: "Requests by call of the contract (else the pattern of the route) and outcome.",
  labelNames: ["call", "outcome"],
  registers,
})

export const requestSeconds = new Histogram({
  name: "uc_request_duration_seconds",
  help: "From the first line of a request to the last byte of its answer, by group of calls; without event streams.",
  labelNames: ["group"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
})

export const streamsOpen = new Gauge({
  name: "uc_streams_open",
  help: "Event streams that are open.",
  registers,
})

export const poolConnections = new Gauge({
  name: "uc_pool_connections",
  help: "Connections to the database by pool and state.",
  labelNames: ["pool", "state"],
  registers,
})

export const poolLimit = new Gauge({
  name: "uc_pool_limit",
  help: "How many connections a pool may have.",
  labelNames: ["pool"],
  registers,
})

export const poolWaiting = new Gauge({
  name: "uc_pool_waiting",
  help: "How many wait for a connection at this moment.",
  labelNames: ["pool"],
  registers,
})

export const poolWaitSeconds = new Histogram({
  name: "uc_pool_wait_seconds",
  help: "How long it took to get a connection; 0 where one was idle.",
  labelNames: ["pool"],
  buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2],
  registers,
})

export const poolRefusals = new Counter({
  name: "uc_pool_refusals_total",
  help: "How often no connection was to be had.",
  labelNames: ["pool"],
  registers,
})

export const unavailable = new Counter({
  name: "uc_unavailable_total",
  help: "Requests that were answered with 503 because of the database, by which limit or state it was.",
  labelNames: ["because"],
  registers,
})

export const replicaReads = new Counter({
  name: "uc_replica_reads_total",
  help: "Reads that may lag, by whether the replica answered or why the primary had to.",
  labelNames: ["answer"],
  registers,
})

export const ingestedAlarms = new Counter({
  name: "uc_ingest_alarms_total",
  help: "Alarms that sources sent, by what became of them.",
  labelNames: ["result"],
  registers,
})

export const ingestLagSeconds = new Histogram({
  name: "uc_ingest_lag_seconds",
  help: "From the moment that an alarm occurred (as its source says) until it was stored.",
  buckets: [1, 5, 15, 60, 300, 900, 3600, 21_600, 86_400],
  registers,
})

export const jobRuns = new Counter({
  name: "uc_job_runs_total",
  help: "Runs of recurring jobs by result.",
  labelNames: ["name", "result"],
  registers,
})

export const jobLastRun = new Gauge({
  name: "uc_job_last_run_timestamp_seconds",
  help: "When the last run ended.",
  labelNames: ["name"],
  registers,
})

export const jobLastSuccess = new Gauge({
  name: "uc_job_last_success_timestamp_seconds",
  help: "When the last run that succeeded ended.",
  labelNames: ["name"],
  registers,
})

export const jobLastError = new Gauge({
  name: "uc_job_last_error_timestamp_seconds",
  help: "When the last run that failed ended.",
  labelNames: ["name"],
  registers,
})

export const jobInterval = new Gauge({
  name: "uc_job_interval_seconds",
  help: "How often the job runs.",
  labelNames: ["name"],
  registers,
})

export const jobDuration = new Gauge({
  name: "uc_job_last_duration_seconds",
  help: "How long the last run took.",
  labelNames: ["name"],
  registers,
})

export const signIns = new Counter({
  name: "uc_sign_ins_total",
  help: "Attempts to sign in by result and reason, as the sign-in log has them.",
  labelNames: ["result", "reason"],
  registers,
})

export const databaseUp = new Gauge({
  name: "uc_database_up",
  help: "1: the database answered this scrape in time. 0: it did not, and what is read from it is missing.",
  registers,
})

/** Memory, CPU, garbage collection and the delay of the event loop: gathered from now on. */
export function collectProcessMetrics(): void {
  if (registry.getSingleMetric("nodejs_eventloop_lag_p99_seconds") !== undefined) return
  collectDefaultMetrics({ register: registry })
  // Gauges that are called like counters, which promtool refuses; what they add up is there by its kinds.
  for (const kind of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`)
}
