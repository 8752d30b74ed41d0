import type { FastifyBaseLogger } from "fastify"

type Bindings = Parameters<FastifyBaseLogger["child"]>[0]
type LogMethod = (...parts: readonly unknown[]) => void

/** A request's own log, made with its first entry: most requests log nothing, and making one costs. */
export class RequestLog implements FastifyBaseLogger {
  private readonly parent: FastifyBaseLogger
  private readonly bindings: Bindings
  private made: FastifyBaseLogger | null = null

  constructor(parent: FastifyBaseLogger, bindings: Bindings) {
    this.parent = parent
    this.bindings = bindings
  }

  get level(): string {
    return this.parent.level
  }

  fatal(...words: readonly unknown[]): void {
    this.say("fatal", words)
  }
  error(...words: readonly unknown[]): void {
    this.say("error", words)
  }
  warn(...words: readonly unknown[]): void {
    this.say("warn", words)
  }
  info(...words: readonly unknown[]): void {
    this.say("info", words)
  }
  debug(...words: readonly unknown[]): void {
    this.say("debug", words)
  }
  trace(...words: readonly unknown[]): void {
    this.say("trace", words)
  }
  silent(): void {}

  child(bindings: Bindings, options?: Parameters<FastifyBaseLogger["child"]>[1]): FastifyBaseLogger {
    return this.own.child(bindings, options)
  }

  private get own(): FastifyBaseLogger {
    return (this.made ??= this.parent.child(this.bindings))
  }

  private say(level: "fatal" | "error" | "warn" | "info" | "debug" | "trace", words: readonly unknown[]) {
    const { own } = this
    const say: LogMethod = own[level]
    say.apply(own, [...words])
  }
}
