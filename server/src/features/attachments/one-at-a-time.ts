/** One after the other, with a bounded queue: a decoded picture takes a hundred times its file. */
export function oneAtATime(concurrency: number, longestQueue: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function take<T>(work: () => Promise<T>, full: () => Error): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= longestQueue) throw full()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
