import { noticeCalls, noticeMessages } from "@uc/contract/notices/calls"
import { receiptCalls } from "@uc/contract/notices/receipt-calls"
import { expect, test } from "vitest"
import { giveNew, orgCalled } from "../../testing/test-roles.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { forNobody, writeNotice } from "../../testing/test-notices.ts"

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "not refused",
    (error: unknown) => (error as Error).message,
  )

async function clerkWith(scopeKind: "organisation" | "area"): Promise<{
  readonly app: TestApp
  readonly bureau: TestClient
  readonly clerk: TestClient
}> {
  const app = await testApp()
  const [bureau, clerk] = [await app.as("bureau-a"), await app.as("clerk-a")]
  await giveNew(app, bureau, clerk, { name: "通知员", permissions: ["notices.manage"], scopeKind })
  return { app, bureau, clerk }
}

test("[FAULT-10] a role for the bureau alone writes to the bureau and not to its schools", async () => {
  const { app, clerk } = await clerkWith("organisation")
  expect(await refusal(writeNotice(clerk, { isShared: true }))).toBe(noticeMessages.beyondYou)
  expect(await refusal(writeNotice(clerk, { isShared: true, publish: "draft" }))).toBe(
    noticeMessages.beyondYou,
  )
  const school = await orgCalled(app, "甲一小学")
  expect(await refusal(writeNotice(clerk, { organisations: school }))).not.toBe("not refused")
  expect((await writeNotice(clerk, { isForOwn: true })).state).toBe("published")
})

test("[FAULT-10] a role for the bureau alone does not touch what every school reads", async () => {
  const { bureau, clerk } = await clerkWith("organisation")
  const { id: noticeid, version } = await writeNotice(bureau, { isShared: true })
  const attempts = [
    () => clerk.send(noticeCalls.save, { ...forNobody, noticeid, version, isForOwn: true, title: "改过" }),
    () => clerk.send(receiptCalls.remind, { noticeid, bySms: false, byWebhook: false }),
    () => clerk.send(noticeCalls.withdraw, { noticeid, version }),
    () => clerk.send(noticeCalls.remove, { noticeid, version }),
  ]
  for (const attempt of attempts) expect(await refusal(attempt())).toBe(noticeMessages.beyondYou)
})

test("[FAULT-10] a role for the area writes to all schools of the area", async () => {
  const { clerk } = await clerkWith("area")
  expect((await writeNotice(clerk, { isShared: true })).state).toBe("published")
})
