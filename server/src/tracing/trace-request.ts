/** When a transaction was open, on the clock of `performance`. */
export interface TransactionTimes {
  readonly beganMs: number
  /** Null: it is not over. */
  endedMs: number | null
}

/** OPS-2: an answered request as it stands in a trace. Nothing personal, and nothing that a caller typed. */
export interface TracedRequest {
  /** The contract's name, else the pattern of the route. */
  readonly call: string
  readonly method: string
  readonly status: number
  readonly reqId: string
  /** On the clock of `performance`. */
  readonly beganMs: number
  readonly endedMs: number
  /** Null: it made no query. */
  readonly transaction: TransactionTimes | null
}

type Exporter = (request: TracedRequest) => void

let exporter: Exporter | null = null

/** Null: nobody wants traces any more. */
export function traceTo(next: Exporter | null): void {
  exporter = next
}

export function traceRequest(request: TracedRequest): void {
  exporter?.(request)
}
