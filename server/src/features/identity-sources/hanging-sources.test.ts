import { trialMessages } from "@uc/contract/applications/trial-calls"
import { identityAdminCalls } from "@uc/contract/identity-sources/admin-calls"
import { byOtherProblemParameter, identityBase } from "@uc/contract/identity-sources/problems"
import { expect, onTestFinished, test } from "vitest"
import { UnderWay } from "../../security/under-way.ts"
import { besideOutside } from "../../testing/identity/beside-outside.ts"
import { serveOutside } from "../../testing/identity/serve-outside.ts"
import { addSource } from "../../testing/identity/test-identity.ts"

const site = besideOutside()

/** It never answers; closing it ends what waits. */
async function silent() {
  let asked = 0
  const outside = await serveOutside(() => () => void (asked += 1))
  onTestFinished(outside.close)
  return { ...outside, asked: () => asked }
}

test("[FAULT-4] tests that hang are few at once for an administrator, who is told so", async () => {
  const hanging = await silent()
  const { id } = await addSource(site.app, site.head, { name: "挂起", address: hanging.origin })
  const pressed = () => site.head.request(identityAdminCalls.test, { id })
  const answers: number[] = []
  const all = Array.from({ length: 4 }, async () => {
    const { statusCode, body } = await pressed()
    answers.push(statusCode)
    return { statusCode, body }
  })
  await expect.poll(() => answers.length).toBe(2)
  await hanging.close()
  const ended = await Promise.all(all)
  const refused = ended.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(2)
  for (const { body } of refused) expect(body).toContain(trialMessages.underWay)
  // The next one finds room again.
  expect((await pressed()).statusCode).toBe(200)
})

test("[FAULT-4] a source that hangs takes a bounded number of sign-ins, and none of another source", async () => {
  const hanging = await silent()
  const bureau = await site.app.as("bureau-a")
  const slow = await addSource(site.app, site.head, { name: "挂起", address: hanging.origin })
  const quick = await addSource(site.app, bureau, { name: "及时", address: site.other.origin })
  const begun = async (address: string) => {
    const { pathname } = new URL(address)
    const { headers } = await site.app.app.inject({ url: pathname, headers: { host: "localhost" } })
    const to = String(headers.location)
    return new URLSearchParams(to.split("?")[1]).get(byOtherProblemParameter) ?? to
  }
  expect(slow.signInAddress).toContain(identityBase)
  const ends: string[] = []
  const all = Array.from({ length: 25 }, async () => ends.push(await begun(slow.signInAddress)))
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(5)
  expect(await begun(quick.signInAddress)).toContain(`${site.other.origin}/authorize`)
  await hanging.close()
  await Promise.all(all)
  expect(ends.filter((end) => end === "crowded")).toHaveLength(5)
  expect(ends.filter((end) => end === "unreachable")).toHaveLength(20)
})

test("[FAULT-4] where one of several limits is full nothing is entered, and leaving makes room", () => {
  const underWay = new UnderWay()
  const [person, all] = [
    { key: "person", atMost: 1 },
    { key: "all", atMost: 2 },
  ]
  const leave = underWay.enter([person, all])
  expect(underWay.enter([person, all])).toBeNull()
  expect(underWay.enter([all])).not.toBeNull()
  expect(underWay.enter([{ key: "another", atMost: 1 }, all])).toBeNull()
  leave?.()
  expect(underWay.enter([{ key: "another", atMost: 1 }, all])).not.toBeNull()
})
