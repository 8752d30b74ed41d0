/** OPS-3: the parts of the server that log, each with a level of its own. */
export const logModules = [
  "process",
  "database",
  "http",
  "access",
  "jobs",
  "messages",
  "metrics",
  "traces",
] as const
export type LogModule = (typeof logModules)[number]

const logLevels = ["fatal", "error", "warn", "info", "debug", "silent"] as const
export type LogLevel = (typeof logLevels)[number]

export type LevelOfEach = Readonly<Record<LogModule, LogLevel>>

/** With it there is an access log, which operators expect. */
export const defaultLevel: LogLevel = "info"

export function everyModuleAt(level: LogLevel): LevelOfEach {
  return Object.fromEntries(logModules.map((module) => [module, level])) as Record<LogModule, LogLevel>
}

/**
 * `LOG_LEVEL`: one level for all, levels of single modules, or both, e.g. `warn,access=info,jobs=debug`. Gives a sentence about
 * what it does not know.
 */
export function readLevels(given: string): LevelOfEach | { readonly wrong: string } {
  let all: LogLevel | null = null
  const named = new Map<LogModule, LogLevel>()
  for (const part of given.split(",").map((text) => text.trim())) {
    const [first = "", second, ...more] = part.split("=").map((text) => text.trim())
    const level = logLevels.find((known) => known === (second ?? first))
    if (level === undefined || more.length > 0)
      return { wrong: `"${part}" has no level: it is one of ${logLevels.join(", ")}` }
    if (second === undefined) {
      if (all !== null) return { wrong: `it says "${all}" and "${level}" for all modules; one is enough` }
      all = level
      continue
    }
    const module = logModules.find((known) => known === first)
    if (module === undefined) return { wrong: `"${first}" is no module: those are ${logModules.join(", ")}` }
    if (named.has(module)) return { wrong: `it gives ${module} two levels` }
    named.set(module, level)
  }
  return { ...everyModuleAt(all ?? defaultLevel), ...Object.fromEntries(named) }
}
