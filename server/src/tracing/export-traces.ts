import type { LookupFunction } from "node:net"
import { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { resourceFromAttributes } from "@opentelemetry/resources"
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from "@opentelemetry/sdk-trace"
import { traceTo } from "./trace-request.ts"

interface Options {
  /** The collector's address, without the path of traces. */
  readonly endpoint: string
  /** Which part of the requests is traced, from 0 to 1. */
  readonly share: number
  readonly version: string
  readonly lookup: LookupFunction
  readonly onFault: (message: string) => void
}

/**
 * OPS-2: sends a span for each request, and below it one for its transaction, by OTLP over HTTP. Imported only where a collector is
 * named, because the libraries behind it are large. They read further variables of OpenTelemetry themselves (headers, time limits).
 */
export function exportTraces({ endpoint, share, version, lookup, onFault }: Options): {
  readonly stop: () => Promise<void>
} {
  const ignore = () => {}
  diag.setLogger(
    { error: onFault, warn: onFault, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const url = `${endpoint.replace(/\/$/, "")}/v1/traces`
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "user-centre", "service.version": version }),
    sampler: new TraceIdRatioBasedSampler(share),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, httpAgentOptions: { lookup, keepAlive: true } }),
      }),
    ],
  })
  const tracer = provider.getTracer("user-centre", version)

  traceTo(({ call, method, status, reqId, beganMs, endedMs, transaction }) => {
    const attributes = {
      "http.request.method": method,
      "http.response.status_code": status,
      "uc.request_id": reqId,
    }
    const kind = SpanKind.SERVER
    const span = tracer.startSpan(call, { kind, startTime: timeOf(beganMs), attributes }, ROOT_CONTEXT)
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    if (transaction !== null)
      tracer
        .startSpan(
          "transaction",
          {
            kind: SpanKind.CLIENT,
            startTime: timeOf(transaction.beganMs),
            attributes: { "db.system.name": "postgresql" },
          },
          trace.setSpan(ROOT_CONTEXT, span),
        )
        .end(timeOf(transaction.endedMs ?? endedMs))
    span.end(timeOf(endedMs))
  })
  return {
    async stop() {
      traceTo(null)
      await provider.shutdown().catch((error: unknown) => onFault(String(error)))
    },
  }
}

/** Seconds and nanoseconds since 1970. */
function timeOf(performanceMs: number): [number, number] {
  const ms = performance.timeOrigin + performanceMs
  const seconds = Math.floor(ms / 1000)
  return [seconds, Math.round((ms - seconds * 1000) * 1_000_000)]
}
