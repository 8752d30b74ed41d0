import { expect, test } from "vitest"
import { readExposition } from "../testing/read-exposition.ts"
import { valueOf } from "../testing/scrape-metrics.ts"
import { countRequest } from "./count-request.ts"
import { registry } from "./registry.ts"

const read = async () => readExposition(await registry.metrics())

test.each([
  [200, "ok"],
  [304, "ok"],
  [400, "refused"],
  [401, "signed-out"],
  [403, "refused"],
  [429, "limited"],
  [499, "client-left"],
  [500, "fault"],
  [502, "fault"],
  [503, "unavailable"],
])(
  "[OPS-2] a request that was answered with %i is counted as %s, and as nothing else",
  async (status, is) => {
    const call = `test.answered-${status}`
    countRequest(call, status, null)
    const samples = (await read()).get("uc_requests_total")?.samples ?? []
    const counted = samples.filter(({ labels }) => labels["call"] === call)
    expect(counted.map(({ labels, value }) => [labels["outcome"], value])).toEqual([[is, 1]])
  },
)

test("[OPS-2] requests are timed in seconds by the noun of their call; one without an end is not", async () => {
  countRequest("timed.list", 200, 1500)
  countRequest("timed.detail", 503, 500)
  countRequest("untimed.list", 200, null)
  const metrics = await read()
  const told = (group: string) =>
    ["sum", "count"].map((part) => valueOf(metrics, `uc_request_duration_seconds_${part}`, { group }))
  expect([told("timed"), told("untimed")]).toEqual([
    [2, 2],
    [Number.NaN, Number.NaN],
  ])
})
