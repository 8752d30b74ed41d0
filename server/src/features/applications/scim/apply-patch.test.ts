import { scimSchemas } from "@uc/contract/applications/scim"
import { expect, test } from "vitest"
import { applyPatch, operationsIn } from "./apply-patch.ts"
import { ScimError } from "./scim-error.ts"
import { patchableUser } from "./wanted-user.ts"

const { userMore, patch } = scimSchemas
const before = {
  id: "7",
  userName: "wang",
  displayName: "王明",
  name: { formatted: "王明" },
  active: true,
  phoneNumbers: [{ value: "13800000000", type: "mobile", primary: true }],
  [userMore]: {
    places: [
      { value: "3", primary: true },
      { value: "4", primary: false },
    ],
  },
}
const patched = (...Operations: object[]) =>
  applyPatch(before, operationsIn({ schemas: [patch], Operations }), patchableUser)

test("[SSO-5] operations of PATCH: add, replace and remove, by attribute, part, extension and filter", () => {
  expect(patched({ op: "replace", path: "displayName", value: "王小明" })).toMatchObject({
    displayName: "王小明",
  })
  expect(patched({ op: "replace", path: "name.formatted", value: "李" })["name"]).toEqual({ formatted: "李" })
  expect(patched({ op: "add", path: "name", value: { familyName: "王" } })["name"]).toEqual({
    formatted: "王明",
    familyName: "王",
  })
  expect(patched({ op: "remove", path: "phoneNumbers" })).not.toHaveProperty("phoneNumbers.0")
  expect(patched({ op: "remove", path: 'phoneNumbers[type eq "mobile"]' })["phoneNumbers"]).toEqual([])
  const number = { op: "replace", path: 'phoneNumbers[type eq "mobile"].value', value: "13900000000" }
  expect(patched(number)["phoneNumbers"]).toEqual([{ value: "13900000000", type: "mobile", primary: true }])
  expect(patched({ op: "remove", path: `${userMore}:places[value eq "4"]` })[userMore]).toEqual({
    places: [{ value: "3", primary: true }],
  })
  expect(
    patched({ op: "add", path: `${userMore}:places`, value: [{ value: "4" }, { value: "5" }] })[userMore],
  ).toEqual({
    places: [...before[userMore].places, { value: "5" }],
  })
  expect(before).toMatchObject({ displayName: "王明", active: true })
})

test("[SSO-5] operations as Entra and Okta write them", () => {
  expect(patched({ op: "Replace", path: "active", value: "False" })["active"]).toBe("False")
  expect(patched({ op: "Replace", value: { active: false, "name.formatted": "李" } })).toMatchObject({
    active: false,
    name: { formatted: "李" },
  })
  expect(
    patched({ op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "1" })["phoneNumbers"],
  ).toHaveLength(2)
  expect(patched({ op: "replace", value: { [userMore]: { places: [] } } })[userMore]).toEqual({ places: [] })
  expect(patched({ op: "Remove", path: `${userMore}:places`, value: [{ value: "3" }] })[userMore]).toEqual({
    places: [{ value: "4", primary: false }],
  })
  expect(patched({ op: "add", path: 'emails[type eq "work"].value', value: "a@b.cn" })["emails"]).toEqual([
    { type: "work", value: "a@b.cn" },
  ])
  const address = { op: "add", path: 'addresses[type eq "work"].locality', value: "杭州" }
  expect(patched(address)).not.toHaveProperty("addresses")
})

test.each([
  [{ op: "remove" }, "noTarget"],
  [{ op: "replace", path: 'phoneNumbers[type eq "fax"].value', value: "1" }, "noTarget"],
  [{ op: "replace", path: "id", value: "8" }, "mutability"],
  [{ op: "add", path: "groups", value: [] }, "mutability"],
  [{ op: "replace", path: "whatever", value: 1 }, "invalidPath"],
  [{ op: "replace", path: "urn:else:displayName", value: 1 }, "invalidPath"],
  [{ op: "replace", path: "displayName[", value: 1 }, "invalidFilter"],
  [{ op: "replace", path: "displayName.", value: 1 }, "invalidPath"],
  [{ op: "replace", path: 'displayName[a eq "b"]', value: 1 }, "invalidPath"],
  [{ op: "replace", value: "x" }, "invalidValue"],
  [{ op: "move", path: "a" }, "invalidSyntax"],
])("[SSO-5] the operation %j is refused as %s", (operation, type) => {
  let refused: unknown
  try {
    patched(operation)
  } catch (error) {
    refused = error
  }
  expect(refused).toBeInstanceOf(ScimError)
  expect((refused as ScimError).details.type).toBe(type)
})
