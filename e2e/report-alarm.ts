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

interface Source {
  readonly key: string
  readonly secret: string
}

/** The three headers that prove who sends a request (README, "Alarms from outside"). */
function signedBy({ key, secret }: Source, method: "GET" | "POST", place: string, body: string) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac("sha256", secret)
    .update(`${signedHead(timestamp, method, place)}${body}`)
    .digest("hex")
  return {
    [signatureHeaders.source]: key,
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.signature]: signature,
  }
}

/** As a detector's server does it, by the demo's source or another one. Gives the alarm's uuid. */
export async function reportAlarm(
  request: APIRequestContext,
  alarm: Pick<IngestItem, "orgid" | "model_code"> & Partial<IngestItem>,
  source: Source = demoSource,
): Promise<string> {
  const { service, path } = alarmSourceCalls.report
  const uuid = randomUUID()
  const item = { uuid, alarm_level: 1, createtime: shanghaiNow(), ...alarm }
  const body = JSON.stringify({ items: [item] })
  const place = `/${service}${path}`
  const answer = await request.post(place, {
    headers: { "content-type": "application/json", ...signedBy(source, "POST", place, body) },
    data: body,
  })
  expect(answer.status(), await answer.text()).toBe(200)
  expect(await answer.text()).toContain('"accepted":1')
  return uuid
}

/** The number of an organisation that the source may report for. */
export async function organisationNo(
  request: APIRequestContext,
  name: string,
  source: Source,
): Promise<string> {
  const { service, path, output, answerIn } = alarmSourceCalls.organisations
  const place = `/${service}${path}`
  const answer = await request.get(place, { headers: signedBy(source, "GET", place, "") })
  const listed = output.parse((await answer.json())[answerIn]).organisations
  const found = listed.find((organisation) => organisation.name === name)
  if (!found) throw new Error(`The source may not report for ${name}`)
  return found.orgid
}
