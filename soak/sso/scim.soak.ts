import { expect, test } from "vitest"
import { listening } from "../../server/src/testing/oidc/test-relying-party.ts"
import { addPeople, everybodyBy, otherScimClient } from "../../server/src/testing/scim/other-scim-client.ts"
import { scimClient } from "../../server/src/testing/scim/test-scim-client.ts"
import { testApp } from "../../server/src/testing/test-app.ts"

const people = 20_000

/** How long it takes and how much memory is `npm run bench scim`. */
test("[SSO-5][SSO-9] a SCIM client library reads 20,000 people", async () => {
  const app = await testApp()
  const base = await listening(app)
  const head = await app.as("head-a1")
  const { client } = await scimClient(app, head, { name: "通讯录", scopes: ["directory:read"] })
  const known = await addPeople(app, head, people)
  expect(known.length).toBeGreaterThan(people)
  const other = otherScimClient(base, client.key)
  expect((await everybodyBy(other)).ids).toEqual(known)
  // As one who names no number: by pages of a hundred, with a second process that knows nothing of the walk.
  const { app: second } = await app.another()
  const elsewhere = otherScimClient(await second.listen({ port: 0, host: "127.0.0.1" }), client.key)
  expect((await everybodyBy(elsewhere, 100)).ids).toEqual(known)
})
