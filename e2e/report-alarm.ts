import { createHmac, randomUUID } from "node:crypto"
import { expect, type APIRequestContext } from "@playwright/test"
import {
  demoSource,
  alarmSourceCalls,
  signatureHeaders,
  signedHead,
  type IngestItem,
} from "@uc/contract/alarm-sources/calls"

/** `2026-11-15 14:05:09`, Asia/Shanghai. */
export function shanghaiNow(): string {
  return new Date(Date.now() + 8 * 60 * 60 * 1000).toISOString().slice(0, 19).replace("T", " ")
}

/** As a detector's server does it, by the demo's source. Gives the alarm's uuid. */
export async function reportAlarm(
  request: APIRequestContext,
  alarm: Pick<IngestItem, "orgid" | "model_code"> & Partial<IngestItem>,
): Promise<string> {
  const { service, path } = alarmSourceCalls.report
  const uuid = randomUUID()
  const item = { uuid, alarm_level: 1, createtime: shanghaiNow(), ...alarm }
  const body = JSON.stringify({ items: [item] })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const place = `/${service}${path}`
  const signature = createHmac("sha256", demoSource.secret)
    .update(`${signedHead(timestamp, "POST", place)}${body}`)
    .digest("hex")
  const answer = await request.post(place, {
    headers: {
      "content-type": "application/json",
      [signatureHeaders.source]: demoSource.key,
      [signatureHeaders.timestamp]: timestamp,
      [signatureHeaders.signature]: signature,
    },
    data: body,
  })
  expect(answer.status(), await answer.text()).toBe(200)
  expect(await answer.text()).toContain('"accepted":1')
  return uuid
}
