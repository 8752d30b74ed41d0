import { createHmac, randomUUID } from "node:crypto"
import type { Call } from "@uc/contract/core/call"
import { demoSource, alarmSourceCalls, signatureHeaders, signedHead } from "@uc/contract/alarm-sources/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { InjectOptions } from "fastify"
import { grantFor } from "./test-danger.ts"
import type { TestApp, TestClient } from "./test-app.ts"

/** For tests: an alarm source in a school's network. */
export interface TestSource {
  readonly key: string
  readonly secret: string
}

export const theDemoSource: TestSource = demoSource

export async function sourceOf(
  app: TestApp,
  administrator: TestClient,
  orgid: string,
  name = "校园网关",
): Promise<TestSource & { id: string }> {
  await grantFor(app, administrator, "alarm-source")
  const { source, secret } = await administrator.send(alarmSourceCalls.createSource, { orgid, name })
  return { id: source.id, key: source.key, secret }
}

export function signed(
  { key, secret }: TestSource,
  call: Call,
  body: unknown,
  timestamp = Math.floor(Date.now() / 1000),
  { query = "", isOldForm = false } = {},
): InjectOptions & { readonly url: string } {
  const url = `${defaultSiteConfig.services[call.service]}${call.path}${query}`
  const head = isOldForm ? `${timestamp}.` : signedHead(String(timestamp), call.method, url)
  const payload = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body)
  return {
    method: call.method,
    url,
    headers: {
      host: "localhost",
      [signatureHeaders.source]: key,
      [signatureHeaders.timestamp]: String(timestamp),
      [signatureHeaders.signature]: createHmac("sha256", secret).update(`${head}${payload}`).digest("hex"),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { payload }),
  }
}

export function alarmOf(
  orgid: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> & { uuid: string } {
  return {
    uuid: randomUUID(),
    orgid,
    model_code: "gas",
    alarm_level: 1,
    createtime: shanghai(new Date()),
    ...more,
  }
}

export function shanghai(moment: Date): string {
  return new Date(moment.getTime() + 8 * 3600_000).toISOString().slice(0, 19).replace("T", " ")
}
