import { homeLayoutCalls, layoutLimits, layoutMessages } from "@uc/contract/home/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { overlapping } from "../../testing/test-overlap.ts"
import { testApp } from "../../testing/test-app.ts"
import { saveCustom } from "./home.store.ts"

const cell = (key: string, at = 0) => ({ key, x: at, y: 0, w: 4, h: 4, isHidden: false })

test("[HOME-3] a layout is saved per user, on every device, and can be reset", async () => {
  const app = await testApp()
  const [laptop, phone, other] = await Promise.all([
    app.as("teacher-a1"),
    app.as("teacher-a1"),
    app.as("head-a1"),
  ])
  expect(await laptop.send(homeLayoutCalls.list, { type: "home" })).toEqual([])
  const items = [cell("tasks"), cell("notices", 4), { ...cell("links", 8), isHidden: true }]
  const saved = await laptop.send(homeLayoutCalls.save, { type: "home", items })
  expect(saved).toEqual({ id: expect.stringMatching(/^[0-9]+$/), type: "home", items, version: 1 })
  await phone.send(homeLayoutCalls.save, { type: "favourites", items: [cell("12")] })
  expect(await phone.send(homeLayoutCalls.list, { type: "home" })).toEqual([saved])
  expect((await phone.send(homeLayoutCalls.list, {})).map(({ type }) => type).toSorted()).toEqual([
    "favourites",
    "home",
  ])
  expect(await other.send(homeLayoutCalls.list, { type: "home" })).toEqual([])
  // Another's is not found, and no word says that it is there.
  await other.send(homeLayoutCalls.remove, { id: saved.id })
  expect(await laptop.send(homeLayoutCalls.list, { type: "home" })).toEqual([saved])
  await laptop.send(homeLayoutCalls.remove, { id: saved.id })
  await laptop.send(homeLayoutCalls.remove, { id: saved.id })
  expect(await laptop.send(homeLayoutCalls.list, { type: "home" })).toEqual([])
})

test("[HOME-3] of two devices the second save is refused with the newer state", async () => {
  const app = await testApp()
  const [laptop, phone] = await Promise.all([app.as("teacher-a1"), app.as("teacher-a1")])
  const first = await laptop.send(homeLayoutCalls.save, { type: "home", items: [cell("tasks")], version: 0 })
  await expect(
    phone.send(homeLayoutCalls.save, { type: "home", items: [cell("news")], version: 0 }),
  ).rejects.toThrow(layoutMessages.changedMeanwhile)
  const second = await phone.send(homeLayoutCalls.save, {
    type: "home",
    items: [cell("news")],
    version: first.version,
  })
  expect(second).toMatchObject({ id: first.id, version: 2, items: [cell("news")] })
  await expect(
    laptop.send(homeLayoutCalls.save, { type: "home", items: [cell("links")], version: first.version }),
  ).rejects.toThrow(layoutMessages.changedMeanwhile)
  expect(await laptop.send(homeLayoutCalls.list, { type: "home" })).toEqual([second])
  // Whoever says no version overwrites, as the specification's own call does.
  expect(await laptop.send(homeLayoutCalls.save, { type: "home", items: [cell("links")] })).toMatchObject({
    version: 3,
    items: [cell("links")],
  })
})

test("[HOME-3] a reset does not remove what another device has saved meanwhile", async () => {
  const app = await testApp()
  const [laptop, phone] = await Promise.all([app.as("teacher-a1"), app.as("teacher-a1")])
  const seen = await laptop.send(homeLayoutCalls.save, { type: "home", items: [cell("tasks")], version: 0 })
  const newer = await phone.send(homeLayoutCalls.save, { type: "home", items: [cell("news")], version: 1 })
  const { id, version } = seen
  await expect(laptop.send(homeLayoutCalls.remove, { id, version })).rejects.toThrow(
    layoutMessages.changedMeanwhile,
  )
  expect(await laptop.send(homeLayoutCalls.list, { type: "home" })).toEqual([newer])
  await laptop.send(homeLayoutCalls.remove, { id, version: newer.version })
  // What is gone already is what was wanted.
  await phone.send(homeLayoutCalls.remove, { id, version })
  expect(await phone.send(homeLayoutCalls.list, { type: "home" })).toEqual([])
})

test("[HOME-3] a layout removed and saved again is another one, although its version is 1", async () => {
  const app = await testApp()
  const [laptop, phone] = await Promise.all([app.as("teacher-a1"), app.as("teacher-a1")])
  const seen = await laptop.send(homeLayoutCalls.save, { type: "home", items: [cell("tasks")], version: 0 })
  await phone.send(homeLayoutCalls.remove, { id: seen.id })
  const again = await phone.send(homeLayoutCalls.save, { type: "home", items: [cell("news")], version: 0 })
  expect(again.version).toBe(seen.version)
  const { id, version } = seen
  await expect(
    laptop.send(homeLayoutCalls.save, { type: "home", items: [cell("links")], id, version }),
  ).rejects.toThrow(layoutMessages.changedMeanwhile)
  expect(await laptop.send(homeLayoutCalls.list, { type: "home" })).toEqual([again])
})

test("[HOME-3] two that save while neither has committed: one of them is the second", async () => {
  const app = await testApp()
  const owner = await (await app.as("teacher-a1")).send(accountCalls.current, {})
  for (const version of [0, 1]) {
    const saving = (key: string) => (db: Parameters<typeof saveCustom>[0]) =>
      saveCustom(db, owner, { type: "home", items: [cell(key)], version })
    const [one, two] = await overlapping(app.database, saving(`one-${version}`), saving(`two-${version}`))
    expect(one).toMatchObject({ version: version + 1 })
    expect(two).toBeNull()
  }
})

test("[HOME-3] an unreadable stored layout counts as none, and is overwritten", async () => {
  const app = await testApp()
  const teacher = await app.as("teacher-a1")
  const { id, orgid } = await teacher.send(accountCalls.current, {})
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into custom_list (org_id, person_id, key, value)
      values (${orgid}, ${id}, 'home', '{"old": true}'), (${orgid}, ${id}, 'gone', '[]')`),
  )
  const [broken] = await teacher.send(homeLayoutCalls.list, { type: "home" })
  expect(broken).toMatchObject({ type: "home", items: [], version: 1 })
  expect(
    await teacher.send(homeLayoutCalls.save, { type: "home", items: [cell("tasks")], version: 1 }),
  ).toMatchObject({ items: [cell("tasks")], version: 2 })
  expect((await teacher.send(homeLayoutCalls.list, {})).map(({ type }) => type)).not.toContain("gone")
})

test("[HOME-3] a layout beyond all measure is refused with a sentence", async () => {
  const app = await testApp()
  const teacher = await app.as("teacher-a1")
  const items = Array.from({ length: layoutLimits.items + 1 }, (_, at) => cell(`card-${at}`))
  await expect(teacher.send(homeLayoutCalls.save, { type: "home", items })).rejects.toThrow(/\S/)
  await expect(
    teacher.send(homeLayoutCalls.save, { type: "home", items: [{ ...cell("a"), x: -1 }] }),
  ).rejects.toThrow(/\S/)
})

test("[HOME-3] a bureau pins cards for the schools of its area and below, and for nobody else", async () => {
  const app = await testApp()
  const [bureau, town, school, sibling, clerk, platform] = await Promise.all([
    app.as("bureau-a"),
    app.as("teacher-town"),
    app.as("teacher-a1"),
    app.as("teacher-b1"),
    app.as("clerk-a"),
    app.as("platform"),
  ])
  expect(await school.send(homeLayoutCalls.pins, {})).toEqual({ pinned: [], own: null })
  expect((await bureau.send(homeLayoutCalls.pins, {})).own).toEqual({ keys: [], version: 0 })
  const saved = await bureau.send(homeLayoutCalls.savePins, {
    keys: ["alarm-records", "notices"],
    version: 0,
  })
  // The pins are for others: the bureau's own home stays its own.
  expect(saved).toEqual({ pinned: [], own: { keys: ["alarm-records", "notices"], version: 1 } })
  const byBureau = [
    { key: "alarm-records", by: "bureau" },
    { key: "notices", by: "bureau" },
  ]
  expect(await school.send(homeLayoutCalls.pins, {})).toEqual({ pinned: byBureau, own: null })
  expect(await town.send(homeLayoutCalls.pins, {})).toEqual({ pinned: byBureau, own: null })
  expect(await sibling.send(homeLayoutCalls.pins, {})).toEqual({ pinned: [], own: null })
  expect(await clerk.send(homeLayoutCalls.pins, {})).toEqual({ pinned: [], own: null })
  expect((await platform.send(homeLayoutCalls.pins, {})).pinned).toEqual([])

  await platform.send(homeLayoutCalls.savePins, { keys: ["notices", "tasks"], version: 0 })
  expect((await school.send(homeLayoutCalls.pins, {})).pinned).toEqual([
    { key: "notices", by: "platform" },
    { key: "tasks", by: "platform" },
    { key: "alarm-records", by: "bureau" },
  ])
  expect((await bureau.send(homeLayoutCalls.pins, {})).pinned).toHaveLength(2)

  await expect(bureau.send(homeLayoutCalls.savePins, { keys: [], version: 0 })).rejects.toThrow(
    layoutMessages.pinsChangedMeanwhile,
  )
  await bureau.send(homeLayoutCalls.savePins, { keys: [], version: 1 })
  await platform.send(homeLayoutCalls.savePins, { keys: [], version: 1 })
  expect(await school.send(homeLayoutCalls.pins, {})).toEqual({ pinned: [], own: null })
})

test("[HOME-3] only administrators of a bureau or the platform pin, and each change is logged", async () => {
  const app = await testApp()
  // Who administers nothing lacks the permission; who administers a school has nobody below.
  for (const [account, why] of [
    ["clerk-a", noPermissionMessage("home.pins")],
    ["teacher-a1", noPermissionMessage("home.pins")],
    ["head-a1", layoutMessages.pinnersOnly],
    ["boss-ae", layoutMessages.pinnersOnly],
  ] as const) {
    const client = await app.as(account)
    await expect(client.send(homeLayoutCalls.savePins, { keys: ["tasks"], version: 0 })).rejects.toThrow(why)
  }
  const bureau = await app.as("bureau-a")
  await bureau.send(homeLayoutCalls.savePins, { keys: ["tasks"], version: 0 })
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select detail from audit_log where action = 'homeLayout.savePins' and result = 'done'`),
  )
  expect(rows).toEqual([{ detail: expect.objectContaining({ before: [], after: ["tasks"] }) }])
})
