import { accountCalls } from "@uc/contract/account/calls"
import { departmentAdminCalls } from "@uc/contract/departments/admin-calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { afterAll, beforeAll, expect, test } from "vitest"
import { listening } from "../../../testing/oidc/test-relying-party.ts"
import { grantFor } from "../../../testing/test-danger.ts"
import { testApp, type TestApp } from "../../../testing/test-app.ts"
import { receiver, told } from "../../../testing/webhooks/test-receiver.ts"

let app: TestApp
const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.0/8"] },
    (work) => void clean.push(work as () => Promise<void>),
  )
  await listening(app)
})
afterAll(async () => {
  for (const work of clean) await work()
})

const soon = { timeout: 8000, interval: 30 }

test("[SSO-5] each change of an organisation is told as what it is, to whom it concerns", async () => {
  const [bureau, platform] = [await app.as("bureau-a"), await app.as("platform")]
  const [below, all] = [await receiver(clean), await receiver(clean)]
  await told(app, bureau, below.address, { name: "区局系统", isForBelow: true, objects: ["organisation"] })
  await told(app, platform, all.address, {
    name: "全平台系统",
    isForBelow: true,
    objects: ["organisation"],
    homeAddress: "https://all.example/",
    redirectAddresses: ["https://all.example/cb"],
  })
  const school = { areaid: "330101001", kind: "school", name: "甲镇新小学" } as const
  const { orgid } = await bureau.send(organisationAdminCalls.add, school)
  const seen = async () => ({
    orgid,
    version: (await platform.send(organisationAdminCalls.details, { orgid })).version,
  })
  await bureau.send(organisationAdminCalls.change, { ...(await seen()), name: "甲镇实验小学" })
  // What no application is told of is no change.
  await bureau.send(organisationAdminCalls.change, {
    ...(await seen()),
    name: "甲镇实验小学",
    phone: "0571-1",
  })
  for (const isDisabled of [1, 0] as const) {
    await grantFor(app, bureau, "organisation")
    await bureau.send(organisationAdminCalls.setState, { ...(await seen()), isDisabled })
  }
  const till = ["added", "changed", "disabled", "enabled"].map((what) => `organisation.${what}`)
  await expect.poll(() => below.typesOf(orgid), soon).toEqual(till)
  expect(below.received.at(-1)?.notice.data).toEqual({
    name: "甲镇实验小学",
    kind: "school",
    area_id: "330101001",
    active: true,
  })
  // Into another bureau's area: moved for who is above both, gone for the one.
  await grantFor(app, platform, "organisation")
  await platform.send(organisationAdminCalls.move, { ...(await seen()), areaid: "330102" })
  await expect.poll(() => all.typesOf(orgid), soon).toEqual([...till, "organisation.moved"])
  await expect.poll(() => below.typesOf(orgid), soon).toEqual([...till, "organisation.removed"])
  expect(below.received.at(-1)?.notice.data).toBeNull()
  expect(all.received.at(-1)?.notice.data).toMatchObject({ area_id: "330102" })
})

test("[SSO-5] each change of a department is told as what it is, its end and a merge included", async () => {
  const head = await app.as("head-a1")
  const { address, typesOf, received } = await receiver(clean)
  await told(app, head, address, { name: "部门系统", objects: ["department"] })
  const { orgid } = await head.send(accountCalls.current, {})
  const [into] = await head.send(departmentCalls.tree, { orgid })
  const added = async (name: string) => (await head.send(departmentCalls.save, { orgid, name })).id
  const seen = async (deptid: string) => ({
    orgid,
    deptid,
    version: (await head.send(departmentAdminCalls.details, { deptid })).version,
  })
  const id = await added("信息组")
  await head.send(departmentCalls.save, { orgid, id, name: "信息中心" })
  for (const isDisabled of [1, 0] as const) {
    await grantFor(app, head, "department")
    await head.send(departmentAdminCalls.setState, { ...(await seen(id)), isDisabled })
  }
  await head.send(departmentCalls.remove, { orgid, id })
  await expect
    .poll(() => typesOf(id), soon)
    .toEqual(["added", "changed", "disabled", "enabled", "disabled"].map((what) => `department.${what}`))
  // What is deleted in the portal stays there, disabled.
  expect(received.at(-1)?.notice.data).toMatchObject({ name: "信息中心", active: false })
  const merged = await added("临时组")
  const wanted = { orgid, deptid: merged, toDeptid: into?.id ?? "" }
  const { version, intoVersion } = await head.send(departmentAdminCalls.mergePlan, wanted)
  await grantFor(app, head, "department")
  await head.send(departmentAdminCalls.merge, { ...wanted, version, intoVersion })
  await expect.poll(() => typesOf(merged).at(-1), soon).toBe("department.disabled")
})
