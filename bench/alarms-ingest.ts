import { alarmSource } from "./alarm-source.ts"
import type { Benchmark } from "./benchmark.ts"
import { npmStart } from "./product.ts"
import { median } from "./statistics.ts"

const concurrency = 4
const batch = 100

/** WARN-8. A product of its own, because it is fuller afterwards. */
export const alarmsIngest: Benchmark = {
  name: "alarms-ingest",
  goal: "at least 2,000 alarms a second in batches of 100, each on disk before it is called accepted",
  async run(context) {
    const product = await npmStart(context.root, context.scratch("ingest-data"))
    context.onEnd(() => product.stop())
    const source = alarmSource(product.address, concurrency)
    context.onEnd(() => Promise.resolve(source.close()))
    const orgs = await source.organisations()
    const perSecond: number[] = []
    const seconds = context.isQuick ? 2 : 5
    // The first round warms up and is not counted.
    for (let round = 0; round <= (context.isQuick ? 1 : 7); round++) {
      const rate = await source.acceptedPerSecond({ orgs, batch, seconds })
      context.say(`${Math.round(rate)} alarms/s${round === 0 ? " (warming up)" : ""}`)
      if (round > 0) perSecond.push(rate)
    }
    return [
      {
        name: "alarms per second, batches of 100",
        unit: "/s",
        ...median(perSecond),
        goal: { of: "value", limit: "at least", number: 2000 },
      },
    ]
  },
}
