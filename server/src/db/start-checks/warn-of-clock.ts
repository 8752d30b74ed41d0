import { ownConnection } from "../own-connection.ts"

const worthMs = 60_000

/**
 * OPERATE-9: codes, sessions and signatures end by the database's clock in one place and by this machine's in another. It starts
 * all the same, because a clock may be set right while it runs.
 */
export async function warnOfClock(
  url: string,
  warn: (line: string) => void,
  dateMs: () => number = Date.now,
): Promise<void> {
  const client = await ownConnection({ connectionString: url })
  try {
    const beforeMs = dateMs()
    const { rows } = await client.query<{ ms: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
    )
    const ownMs = (beforeMs + dateMs()) / 2
    const seconds = Math.round(Math.abs((rows[0]?.ms ?? ownMs) - ownMs) / 1000)
    if (seconds * 1000 < worthMs) return
    warn(
      `This machine's clock is ${seconds} s from the database's: codes, sessions and signatures would end at wrong times. Have both set their clocks by NTP.`,
    )
  } finally {
    await client.end()
  }
}
