import { calls, everyCall } from "@uc/contract/all-calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { expect, test } from "vitest"
import { testApp } from "../../testing/test-app.ts"
import { openApiOf } from "./describe-calls.ts"

test("[DATA-4] the OpenAPI document has every call with its method and path", async () => {
  const product = await testApp()
  const { headers } = await product.as("teacher-a1")
  const document = (await product.app.inject({ url: "/openapi.json", headers })).json()
  expect(document.openapi).toBe("3.1.0")
  for (const { name, call } of everyCall()) {
    const path = `${defaultSiteConfig.services[call.service]}${call.path}`
    const { "x-variants": variants = [], ...operation } = document.paths[path][call.method.toLowerCase()]
    const own = [operation, ...variants].find(({ operationId }) => operationId === name)
    expect(own?.parameters, name).toEqual(
      expect.arrayContaining(
        Object.entries(call.fixed).map(([fixed, value]) =>
          expect.objectContaining({ name: fixed, schema: { const: value } }),
        ),
      ),
    )
  }
})

test("the document is made from the contract alone", () => {
  expect(JSON.stringify(openApiOf(calls, "x"))).toContain("getDepartmentOfOrgUnToken.action")
  expect(JSON.stringify(openApiOf({}, "x"))).not.toContain(".action")
})

test("[DATA-4] the server has a route for every call of the contract", async () => {
  const { anonymous } = await testApp()
  for (const { name, call } of everyCall()) {
    const { statusCode } = await anonymous.request(call, {})
    expect([name, statusCode]).not.toEqual([name, 404])
  }
})
