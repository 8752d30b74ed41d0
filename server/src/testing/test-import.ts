import {
  importCalls,
  importLimits,
  importPartPath,
  importPartsOf,
  importService,
  type Import,
} from "@uc/contract/imports/calls"
import type { ImportKind } from "@uc/contract/imports/import-kinds"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { LightMyRequestResponse } from "fastify"
import { expect } from "vitest"
import { grantFor } from "./test-danger.ts"
import type { TestApp, TestClient } from "./test-app.ts"

export function sendPart(
  { app }: Pick<TestApp, "app">,
  { headers }: TestClient,
  query: Record<string, string>,
  payload: Buffer,
  more: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: "POST",
    url: `${defaultSiteConfig.services[importService]}${importPartPath}`,
    query,
    payload,
    headers: {
      host: "localhost",
      origin: "http://localhost",
      "content-type": "application/octet-stream",
      ...headers,
      ...more,
    },
  })
}

export async function upload(
  app: TestApp,
  client: TestClient,
  kind: ImportKind,
  file: Buffer | string,
  name = "名单.csv",
): Promise<string> {
  const content = Buffer.from(file)
  const { id } = await client.send(importCalls.begin, { kind, name, bytes: content.length })
  for (let no = 0; no < importPartsOf(content.length); no++) {
    const part = content.subarray(no * importLimits.partBytes, (no + 1) * importLimits.partBytes)
    expect((await sendPart(app, client, { id, no: String(no) }, part)).statusCode).toBe(200)
  }
  await client.send(importCalls.check, { id })
  return id
}

/** The import after its last job has ended. */
export async function settled(client: TestClient, id: string): Promise<Import> {
  let last: Import | null = null
  await expect
    .poll(
      async () => {
        last = await client.send(importCalls.one, { id })
        return last.state
      },
      { interval: 20, timeout: 20_000 },
    )
    .not.toMatch(/^(checking|running)$/)
  if (!last) throw new Error("The import gave no answer")
  return last
}

export async function checked(
  app: TestApp,
  client: TestClient,
  kind: ImportKind,
  file: Buffer | string,
): Promise<Import> {
  return settled(client, await upload(app, client, kind, file))
}

export async function run(
  app: TestApp,
  client: TestClient,
  id: string,
  disablesMissing: 0 | 1 = 0,
): Promise<Import> {
  await grantFor(app, client, "import")
  await client.send(importCalls.run, { id, disablesMissing })
  return settled(client, id)
}

/** Uploads, checks and runs the import; gives its result. */
export async function uploaded(
  app: TestApp,
  client: TestClient,
  kind: ImportKind,
  file: Buffer | string,
): Promise<Import> {
  const ready = await checked(app, client, kind, file)
  expect(ready).toMatchObject({ state: "ready", problems: [] })
  return run(app, client, ready.id)
}

/** `C5 手机号：…` */
export function problemsOf({ problems }: Import): string[] {
  return problems.map(({ line, cell, column, message }) =>
    column === null ? `${line} ${message}` : `${cell} ${column}：${message}`,
  )
}
