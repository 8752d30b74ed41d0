import { everyCall } from "@uc/contract/all-calls"
import type { ApiDocument } from "@uc/contract/api-docs/api-document"
import { errorCatalogue } from "@uc/contract/api-docs/error-catalogue"
import { protocolAddresses } from "@uc/contract/api-docs/protocol-addresses"
import { protocolParameters } from "@uc/contract/api-docs/protocol-parameters"
import { sampleLanguages } from "@uc/contract/api-docs/samples/sample-group"
import { vendorSubjects } from "@uc/contract/api-docs/vendor-subjects"
import { accountCalls } from "@uc/contract/account/calls"
import { errtypes, refusalStatuses } from "@uc/contract/core/reply"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { afterAll, beforeAll, expect, test } from "vitest"
import { patienceMs } from "../../../../scripts/patience.ts"
import { testApp, type TestApp } from "../../testing/test-app.ts"

let app: TestApp
const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({}, (work) => void clean.push(work as () => Promise<void>))
})
afterAll(async () => {
  for (const work of clean) await work()
})

const url = "/openapi.json"

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly "x-for-vendors"?: true
}

function operationsOf(document: ApiDocument): Operation[] {
  return Object.values(document.paths).flatMap((methods) => Object.values(methods) as Operation[])
}

const vendorCalls = everyCall().filter(({ call }) => call.forVendors !== null)

test("[SSO-6] whoever has not signed in gets what vendors may use, and nothing else", async () => {
  const answer = await app.app.inject({ url })
  const document = answer.json<ApiDocument>()
  expect(document["x-part"]).toBe("vendors")
  const operations = operationsOf(document)
  expect(operations.every((each) => each["x-for-vendors"])).toBe(true)
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    [
      ...vendorCalls.map(({ name }) => name),
      ...protocolAddresses.map(({ method, path }) => `${method} ${path}`),
    ].toSorted(),
  )
  expect(document["x-errors"].map(({ title }) => title)).not.toContain("拒绝原因 errtype")
  expect(answer.body).not.toContain("peopleAdmin")
})

test("[SSO-6] a forged cookie and a locked session get no more than that; nothing shared is stored", async () => {
  const forged = await app.app.inject({ url, headers: { cookie: "uc_sid=forged" } })
  expect(forged.json()["x-part"]).toBe("vendors")
  expect([forged.headers["cache-control"], forged.headers["vary"]]).toEqual([
    "private, no-cache",
    "accept-encoding, cookie",
  ])
  const teacher = await app.as("teacher-a1")
  const { headers } = teacher
  const whole = await app.app.inject({ url, headers })
  expect(whole.json()["x-part"]).toBe("all")
  // The tag of the one part does not stand for the other.
  const known = { ...headers, "if-none-match": String(forged.headers["etag"]) }
  expect((await app.app.inject({ url, headers: known })).statusCode).toBe(200)
  await teacher.send(accountCalls.lock, {})
  // What a process knows of a session it may repeat for a second.
  const part = async () => (await app.app.inject({ url, headers })).json()["x-part"]
  await expect.poll(part, { timeout: patienceMs }).toBe("vendors")
})

test("[SSO-6] the whole document shows vendors' calls first, each with a line and marked as such", async () => {
  const { headers } = await app.as("head-a1")
  const document = (await app.app.inject({ url, headers })).json<ApiDocument>()
  const subjects = Object.keys(vendorSubjects).length
  const first = document.tags.slice(0, subjects).map(({ name }) => name)
  expect(first.every((name) => name.startsWith("厂商接口："))).toBe(true)
  for (const { name, call } of vendorCalls) {
    const path = `${defaultSiteConfig.services[call.service]}${call.path}`
    const found = document.paths[path]?.[call.method.toLowerCase()] as Operation
    expect(found).toMatchObject({
      operationId: name,
      "x-for-vendors": true,
      summary: call.forVendors?.summary,
    })
    expect(first).toContain(found.tags[0])
  }
  const others = operationsOf(document).filter((each) => !each["x-for-vendors"])
  expect(others.some(({ tags: [tag = ""] }) => first.includes(tag))).toBe(false)
})

test("[SSO-6] what vendors may call needs no session, and what other servers call is for vendors", () => {
  for (const { name, call } of everyCall())
    expect([name, call.forVendors !== null]).toEqual([name, call.open && call.fromServers])
})

test("[SSO-6] every address of a protocol that the document names is served", async () => {
  for (const { method, path } of protocolAddresses) {
    const answer = await app.app.inject({
      url: path.replace("{id}", "1"),
      method: method.toUpperCase() as "GET",
    })
    expect([method, path, answer.statusCode]).not.toEqual([method, path, 404])
  }
})

test("[SSO-5][SSO-6] vendors find SCIM by its calls with a key, and each notice with what is sent", async () => {
  const document = (await app.app.inject({ url })).json<ApiDocument>()
  const tag = "厂商接口：SCIM 通讯录"
  expect(document.paths["/scim/v2/Users"]?.["get"]).toMatchObject({ tags: [tag], security: [{ key: [] }] })
  expect(document.paths["/scim/v2/Groups/{id}"]?.["patch"]).toMatchObject({
    tags: [tag],
    parameters: expect.arrayContaining([expect.objectContaining({ name: "id", in: "path" })]),
    requestBody: { content: { "application/scim+json": { example: { Operations: [{ op: "replace" }] } } } },
  })
  const notices = Object.values(document.webhooks).map(({ post }) => post as Operation)
  expect(notices.map(({ operationId }) => operationId)).toEqual(
    ["person", "department", "organisation", "test"].map((name) => `webhook ${name}`),
  )
  expect(notices.every((each) => each["x-for-vendors"] && each.tags[0]?.includes("变更通知"))).toBe(true)
  expect(JSON.stringify(document.webhooks["person"])).toContain("person.moved")
})

test("[SSO-6] each parameter of a protocol says what it is, those that go as headers included", async () => {
  const document = (await app.app.inject({ url })).json<ApiDocument>()
  interface Named {
    readonly name: string
    readonly in: string
    readonly description?: string
  }
  const parametersOf = (path: string, method: string): readonly Named[] => {
    const operation = document.paths[path]?.[method] as { readonly parameters: readonly Named[] } | undefined
    return operation?.parameters ?? []
  }
  for (const { method, path } of protocolAddresses)
    for (const { name, description = "" } of parametersOf(path, method))
      expect([path, name, description.length > 1]).toEqual([path, name, true])
  const headers = (method: string) =>
    parametersOf("/scim/v2/Users/{id}", method).flatMap((each) => (each.in === "header" ? each.name : []))
  expect(["get", "put", "patch", "delete"].map(headers)).toEqual([
    ["If-None-Match"],
    ["If-Match"],
    ["If-Match"],
    ["If-Match"],
  ])
  expect(parametersOf("/scim/v2/Users", "get")).toContainEqual({
    name: "startIndex",
    in: "query",
    required: false,
    description: expect.stringContaining("第一个是 1"),
    schema: { type: "integer" },
  })
  const form = JSON.stringify(document.paths["/oidc/token"]?.["post"])
  expect(form).toContain(protocolParameters.code_verifier)
})

test("[SSO-6] every group has a Chinese name of its own", async () => {
  const { headers } = await app.as("head-a1")
  const document = (await app.app.inject({ url, headers })).json<ApiDocument>()
  const names = document.tags.map(({ name }) => name)
  expect(names.filter((name) => !/\p{Script=Han}/u.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  const notices = Object.values(document.webhooks).map(({ post }) => post as Operation)
  const used = new Set([...operationsOf(document), ...notices].map(({ tags }) => tags[0]))
  // A group without anything in it would be a heading over nothing on the page.
  expect(names.filter((name) => !used.has(name))).toEqual([])
  expect([...used].filter((tag) => !names.includes(tag ?? ""))).toEqual([])
})

test("[SSO-6] every subject has a program in each language, with placeholders that the page knows", async () => {
  const document = (await app.app.inject({ url })).json<ApiDocument>()
  expect(document["x-samples"].map(({ subject }) => subject).toSorted()).toEqual(
    Object.keys(vendorSubjects).toSorted(),
  )
  for (const { subject, code } of document["x-samples"])
    for (const language of Object.keys(sampleLanguages))
      expect([subject, language, code[language as keyof typeof sampleLanguages]]).toEqual([
        subject,
        language,
        // Who is told of changes asks nobody.
        expect.stringContaining(subject === "webhooks" ? '"WEBHOOK_SECRET"' : "https://portal.example.cn"),
      ])
})

test("[SSO-6] the error catalogue has every status, errtype and code once, with what to do", () => {
  const codesOf = (title: string) =>
    errorCatalogue.find((group) => group.title === title)?.errors.map(({ code }) => code) ?? []
  expect(codesOf("HTTP 状态")).toEqual(expect.arrayContaining(refusalStatuses.map(String)))
  expect(codesOf("拒绝原因 errtype").toSorted()).toEqual(Object.values(errtypes).map(String).toSorted())
  for (const { errors } of errorCatalogue) {
    expect(new Set(errors.map(({ code }) => code)).size).toBe(errors.length)
    for (const { code, means, todo } of errors)
      expect([code, means.length > 2, todo.length > 2]).toEqual([code, true, true])
  }
})
