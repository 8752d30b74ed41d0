import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { testApp } from "../../testing/test-app.ts"
import fastify from "fastify"
import { serveOpenApi } from "./serve-openapi.ts"

const url = "/openapi.json"

test("[BARE-14] all requests for the description share one buffer", async () => {
  const app = fastify()
  let made = 0
  serveOpenApi(app, { make: () => ({ made: (made += 1) }), isSignedIn: async () => false })
  expect(made).toBe(0)
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject({ url })))
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['{"made":1}']))
  await app.close()
})

test("[BARE-14] the description is sent compressed where that is accepted", async () => {
  const product = await testApp()
  const { app } = product
  const { headers: own } = await product.as("teacher-a1")
  const plain = await app.inject({ url, headers: own })
  const requested = async (accepted: string) => {
    const { headers, rawPayload } = await app.inject({
      url,
      headers: { ...own, "accept-encoding": accepted },
    })
    return { encoding: headers["content-encoding"], vary: headers["vary"], rawPayload }
  }
  const zipped = await requested("gzip, deflate")
  expect([zipped.encoding, zipped.vary]).toEqual(["gzip", "accept-encoding, cookie"])
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
  const smaller = await requested("gzip, deflate, br;q=0.9")
  expect(smaller.encoding).toBe("br")
  expect(brotliDecompressSync(smaller.rawPayload).toString()).toBe(plain.body)
  expect(smaller.rawPayload.length * 10).toBeLessThan(plain.rawPayload.length)
  expect((await requested("br;q=0, identity")).encoding).toBeUndefined()
})

test("[SSO-6] every reference of the description leads to a part of it, in one step", async () => {
  const product = await testApp()
  const { headers } = await product.as("teacher-a1")
  const { body } = await product.app.inject({ url, headers })
  const { components } = JSON.parse(body) as { readonly components: { readonly schemas: object } }
  const references = [...body.matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference = ""]) => reference)
  expect(references.length).toBeGreaterThan(5)
  const named = new Set(Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`))
  expect(references.filter((reference) => !named.has(reference))).toEqual([])
  expect(body).not.toContain('"$defs"')
})

test("[BARE-14] a browser that has the description already gets 304", async () => {
  const { app } = await testApp()
  const { headers } = await app.inject({ url })
  expect(headers["etag"]).toMatch(/^W\/"[\w-]{22}"$/)
  const again = await app.inject({ url, headers: { "if-none-match": String(headers["etag"]) } })
  expect([again.statusCode, again.body, again.headers["etag"]]).toEqual([304, "", headers["etag"]])
  expect((await app.inject({ url, headers: { "if-none-match": '"other"' } })).statusCode).toBe(200)
})
