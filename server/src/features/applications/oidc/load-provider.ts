/** As much of it as is needed. */
interface Log {
  info(words: string): void
}

type Made = typeof import("./make-provider.ts")

let loading: Promise<Made> | null = null

/** The library is loaded when the first request for it comes, once for the whole process. */
export async function loadProvider(log: Log): Promise<Made> {
  loading ??= printingTo(log, () => import("./make-provider.ts"))
  try {
    return await loading
  } catch (error) {
    loading = null
    throw error
  }
}

/** OPS-3: on Node 20 the library prints a plain line while it is loaded. Every line is one JSON object: so is that one. */
async function printingTo<T>(log: Log, load: () => Promise<T>): Promise<T> {
  const { warn } = console
  console.warn = (...words: unknown[]) => log.info(words.map(String).join(" "))
  try {
    return await load()
  } finally {
    console.warn = warn
  }
}
