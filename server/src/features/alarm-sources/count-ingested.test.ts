import { expect, test } from "vitest"
import { ingestedAlarms, ingestLagSeconds, registry } from "../../metrics/registry.ts"
import { readExposition } from "../../testing/read-exposition.ts"
import { valueOf } from "../../testing/scrape-metrics.ts"
import { countIngested } from "./count-ingested.ts"

const nowMs = Date.parse("2026-11-17T08:00:42+08:00")
const counted = { accepted: 0, repeated: 0, refused: 0 }

async function lag() {
  const metrics = readExposition(await registry.metrics())
  return ["sum", "count"].map((part) => valueOf(metrics, `uc_ingest_lag_seconds_${part}`))
}

test("[OPS-2] what was accepted is timed in seconds since it occurred, by Shanghai's clock", async () => {
  ingestLagSeconds.reset()
  const results = [
    { index: 0, is: "refused", field: "", msg: "" },
    { index: 1, is: "accepted" },
    { index: 2, is: "repeated" },
  ] as const
  const items = ["2026-11-01 00:00:00", "2026-11-17 08:00:00", "2026-11-02 00:00:00"]
  countIngested(
    { ...counted, accepted: 1, results },
    items.map((createtime) => ({ createtime })),
    nowMs,
  )
  expect(await lag()).toEqual([42, 1])
})

test("[OPS-2] an alarm of a gateway whose clock is ahead has no lag, instead of a negative one", async () => {
  ingestLagSeconds.reset()
  const results = [{ index: 0, is: "accepted" }] as const
  countIngested({ ...counted, accepted: 1, results }, [{ createtime: "2026-11-17 08:05:00" }], nowMs)
  expect(await lag()).toEqual([0, 1])
})

test("[OPS-2] alarms that came in are counted by what became of each", async () => {
  ingestedAlarms.reset()
  countIngested({ accepted: 0, repeated: 3, refused: 2, results: [] }, [], nowMs)
  const { values } = await ingestedAlarms.get()
  expect(values.map(({ labels, value }) => [labels["result"], value])).toEqual([
    ["repeated", 3],
    ["refused", 2],
  ])
})
