/**
 * OPS-4: how long calls took today (Asia/Shanghai) in this process. Buckets instead of single values: a call costs one addition,
 * and memory is bounded by the number of calls.
 */
interface Times {
  count: number
  maxMs: number
  /** How many took at most `boundOf(index)`. */
  readonly buckets: Uint32Array
}

export interface CallTimes {
  /** As the contract names it, e.g. `people.list`. */
  readonly call: string
  readonly count: number
  /** 95 of 100 took at most this long; rounded up by at most a quarter. */
  readonly p95Ms: number
  readonly maxMs: number
}

const firstBoundMs = 0.25
const growth = 1.25
const bucketCount = 64
const boundOf = (index: number) => firstBoundMs * growth ** index
const logOfGrowth = Math.log(growth)

const dayMs = 86_400_000
const shanghaiMs = 8 * 60 * 60_000
const dayOf = (dateMs: number) => Math.floor((dateMs + shanghaiMs) / dayMs)

let day = 0
const timesByCall = new Map<string, Times>()

/** `call` is one of the contract's names, never anything that a caller typed. */
export function noteCallTime(call: string, ms: number, dateMs = Date.now()): void {
  forgetYesterday(dateMs)
  let times = timesByCall.get(call)
  if (times === undefined) {
    times = { count: 0, maxMs: 0, buckets: new Uint32Array(bucketCount) }
    timesByCall.set(call, times)
  }
  times.count++
  if (ms > times.maxMs) times.maxMs = ms
  const index = ms <= firstBoundMs ? 0 : Math.ceil(Math.log(ms / firstBoundMs) / logOfGrowth)
  const bucket = Math.min(index, bucketCount - 1)
  times.buckets[bucket] = (times.buckets[bucket] ?? 0) + 1
}

/** The slowest calls of today, slowest first by what 95 of 100 took. */
export function slowestCalls(limit: number, dateMs = Date.now()): CallTimes[] {
  forgetYesterday(dateMs)
  return [...timesByCall]
    .map(([call, times]) => ({
      call,
      count: times.count,
      p95Ms: rounded(Math.min(boundReachedBy(times, 0.95), times.maxMs)),
      maxMs: rounded(times.maxMs),
    }))
    .toSorted((a, b) => b.p95Ms - a.p95Ms || b.maxMs - a.maxMs)
    .slice(0, limit)
}

function forgetYesterday(dateMs: number): void {
  const today = dayOf(dateMs)
  if (today === day) return
  day = today
  timesByCall.clear()
}

function boundReachedBy({ count, buckets }: Times, share: number): number {
  const wanted = Math.ceil(count * share)
  let seen = 0
  for (const [index, more] of buckets.entries()) {
    seen += more
    if (seen >= wanted) return index === bucketCount - 1 ? Number.POSITIVE_INFINITY : boundOf(index)
  }
  return 0
}

const rounded = (ms: number) => Math.round(ms * 10) / 10
