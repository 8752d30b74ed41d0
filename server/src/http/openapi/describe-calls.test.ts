import { calls, everyCall } from "@uc/contract/all-calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { expect, test } from "vitest"
import { testApp } from "../../testing/test-app.ts"
import { openApiOf } from "./describe-calls.ts"

test("[DATA-4] every call of the contract stands in the OpenAPI document with its method and path", async () => {
  const { app } = await testApp()
  const document = (await app.inject({ url: "/openapi.json" })).json()
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

test("it is made from the contract: nothing in it is written by hand", () => {
  expect(JSON.stringify(openApiOf(calls, "x"))).toContain("getDepartmentOfOrgUnToken.action")
  expect(openApiOf({}, "x")).toMatchObject({ paths: {} })
})

test("[DATA-4] the server answers every call of the contract: none is an unknown address", async () => {
  const { anonymous } = await testApp()
  for (const { name, call } of everyCall()) {
    const { statusCode } = await anonymous.request(call, {})
    expect([name, statusCode]).not.toEqual([name, 404])
  }
})
