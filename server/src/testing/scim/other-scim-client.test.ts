import { scimMessages, scimSchemas } from "@uc/contract/applications/scim"
import { expect, test } from "vitest"
import { listening } from "../oidc/test-relying-party.ts"
import { addPeople, everybodyBy, otherScimClient } from "./other-scim-client.ts"
import { scimClient } from "./test-scim-client.ts"
import { testApp } from "../test-app.ts"

test("[SSO-5] a client library that nobody here wrote reads everybody once, in pages of any size", async () => {
  const app = await testApp()
  const base = await listening(app)
  const head = await app.as("head-a1")
  const { client } = await scimClient(app, head, { name: "通讯录", scopes: ["directory:read"] })
  const known = await addPeople(app, head, 1200)
  const other = otherScimClient(base, client.key)
  const large = await everybodyBy(other)
  expect([large.ids, large.pages]).toEqual([known, Math.ceil(known.length / 500)])
  // More than a page has, and a number that divides nothing.
  expect((await everybodyBy(other, 5000)).ids).toEqual(known)
  expect((await everybodyBy(other, 177)).ids).toEqual(known)
  const found = await other.scim().users().list({ filter: 'userName eq "many-7"' })
  expect(found).toMatchObject({ totalResults: 1, Resources: [{ userName: "many-7", active: true }] })
  const again = await other
    .scim()
    .users()
    .dotSearch()
    .post({ schemas: [scimSchemas.search], filter: 'userName sw "many-119"', startIndex: 1, count: 5 })
  expect([again.totalResults, again.Resources?.length]).toEqual([11, 5])
  expect((await other.scim().serviceProviderConfig().get()).filter).toMatchObject({ supported: true })
})

test("[SSO-5] the same library writes as the master source, and is told why it may not", async () => {
  const app = await testApp()
  const base = await listening(app)
  const head = await app.as("head-a1")
  const claims = ["account", "name", "email"] as const
  const { client } = await scimClient(app, head, { name: "人事系统", isMaster: true, claims: [...claims] })
  const users = (id?: string) => otherScimClient(base, client.key).scim().users(id)
  const made = await users().post({
    schemas: [scimSchemas.user],
    userName: "other-1",
    name: { familyName: "欧阳", givenName: "文" },
    emails: [{ type: "work", value: "ouyang@oa.example.cn" }],
    active: true,
  })
  expect(made).toMatchObject({ userName: "other-1", name: { formatted: "欧阳文" }, active: true })
  expect(made.emails).toMatchObject([{ value: "ouyang@oa.example.cn" }])
  const { id = "" } = made
  const off = { op: "replace", path: "active", value: false as never } as const
  const patched = await users(id).patch({ schemas: [scimSchemas.patch], Operations: [off] })
  expect(patched.active).toBe(false)
  const put = await users(id).put({ ...patched, active: true })
  expect(put).toMatchObject({ id, userName: "other-1", active: true })
  await users(id).delete()
  await expect(users(id).get()).rejects.toMatchObject({ response: { status: 404 } })
  const { client: reader } = await scimClient(app, head, { name: "只读系统" })
  await expect(otherScimClient(base, reader.key).scim().users(id).delete()).rejects.toMatchObject({
    response: { status: 403, data: { detail: scimMessages.notMaster } },
  })
})
