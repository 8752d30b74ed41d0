import { unavailableBecause, unavailableCauses, type UnavailableBecause } from "../errors/transient-fault.ts"
import { requests, requestSeconds, unavailable } from "./registry.ts"

export type Outcome = "ok" | "refused" | "signed-out" | "limited" | "fault" | "unavailable" | "client-left"

interface Meters {
  readonly byOutcome: Map<Outcome, { inc(): void }>
  readonly seconds: { observe(value: number): void } | null
}

/** What belongs to each call, looked up once: hashing labels for every request would cost more than counting it. */
const metersOf = new Map<string, Meters>()

/** `call`: the contract's name or a route's pattern. `ms` null: a stream, whose length says nothing. */
export function countRequest(call: string, status: number, ms: number | null): void {
  let meters = metersOf.get(call)
  if (meters === undefined) {
    meters = { byOutcome: new Map(), seconds: ms === null ? null : requestSeconds.labels(groupOf(call)) }
    metersOf.set(call, meters)
  }
  const outcome = outcomeOf(status)
  let counter = meters.byOutcome.get(outcome)
  if (counter === undefined) {
    counter = requests.labels(call, outcome)
    meters.byOutcome.set(outcome, counter)
  }
  counter.inc()
  if (ms !== null) meters.seconds?.observe(ms / 1000)
}

// From the start, at 0: Prometheus can't see an increase in a series that begins with its first fault.
for (const because of unavailableCauses) unavailable.inc({ because }, 0)

/** Says as well what it was, for the log entry. */
export function countUnavailable(error: unknown): UnavailableBecause {
  const because = unavailableBecause(error)
  unavailable.inc({ because })
  return because
}

function outcomeOf(status: number): Outcome {
  if (status < 400) return "ok"
  if (status === 401) return "signed-out"
  if (status === 429) return "limited"
  if (status === 499) return "client-left"
  if (status === 503) return "unavailable"
  return status < 500 ? "refused" : "fault"
}

/** A histogram for each of hundreds of calls would be thousands of series: the calls of one noun share one. */
function groupOf(call: string): string {
  if (call.startsWith("/")) return "files"
  const [noun = call] = call.split(".")
  return noun
}
