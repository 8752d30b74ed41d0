import type { ApiDocument } from "@uc/contract/api-docs/api-document"
import { expect, test } from "vitest"
import { noticesAmongCalls } from "./notices-among-calls.ts"

const post = { operationId: "webhook person", tags: ["变更通知"] }
const document: ApiDocument = {
  openapi: "3.1.0",
  info: { title: "用户中心", version: "1" },
  tags: [{ name: "变更通知" }],
  paths: { "/scim/v2/Users": { get: {} } },
  webhooks: { person: { post } },
  "x-part": "vendors",
  "x-samples": [],
  "x-errors": [],
}

test("[SSO-6] what is sent to applications is drawn in its group, beside the calls", () => {
  const drawn = noticesAmongCalls(document)
  expect(drawn.paths).toEqual({ "/scim/v2/Users": { get: {} }, "接收地址（person）": { post } })
  expect(drawn.webhooks).toEqual({})
  expect(drawn.tags).toEqual(document.tags)
  // The document that is handed out stays as OpenAPI has it.
  expect(document.webhooks).toEqual({ person: { post } })
})
