import type { FastifyBaseLogger } from "fastify"

type Bindings = Parameters<FastifyBaseLogger["child"]>[0]
type LogMethod = (...parts: readonly unknown[]) => void

/**
 * A request's own log, made with its first entry: most requests log nothing, and making one costs. OPS-3: each of its lines names the
 * call, whoever writes it.
 */
export class RequestLog implements FastifyBaseLogger {
  private readonly parent: FastifyBaseLogger
  private readonly bindings: Bindings
  private made: FastifyBaseLogger | null = null
  /** Asked for when a line is written: at the beginning of a request nobody knows yet which call it is. */
  callName: (() => string) | null = null

  constructor(parent: FastifyBaseLogger, bindings: Bindings) {
    this.parent = parent
    this.bindings = bindings
  }

  get level(): string {
    return this.parent.level
  }

  fatal(...parts: readonly unknown[]): void {
    this.write("fatal", parts)
  }
  error(...parts: readonly unknown[]): void {
    this.write("error", parts)
  }
  warn(...parts: readonly unknown[]): void {
    this.write("warn", parts)
  }
  info(...parts: readonly unknown[]): void {
    this.write("info", parts)
  }
  debug(...parts: readonly unknown[]): void {
    this.write("debug", parts)
  }
  trace(...parts: readonly unknown[]): void {
    this.write("trace", parts)
  }
  silent(): void {}

  child(bindings: Bindings, options?: Parameters<FastifyBaseLogger["child"]>[1]): FastifyBaseLogger {
    return this.own.child(bindings, options)
  }

  private get own(): FastifyBaseLogger {
    return (this.made ??= this.parent.child(this.bindings))
  }

  private write(level: "fatal" | "error" | "warn" | "info" | "debug" | "trace", parts: readonly unknown[]) {
    const { own } = this
    const write: LogMethod = own[level]
    write.apply(own, [...(this.callName === null ? parts : withCall(this.callName(), parts))])
  }
}

function withCall(call: string, parts: readonly unknown[]): readonly unknown[] {
  const [first, ...rest] = parts
  if (first instanceof Error) return [{ call, err: first }, ...rest]
  if (typeof first === "object" && first !== null) return [{ call, ...first }, ...rest]
  return [{ call }, ...parts]
}
