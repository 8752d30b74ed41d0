import { directoryCalls, directoryMessages, type DirectoryNode } from "@uc/contract/directory/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp, type TestClient } from "../../testing/test-app.ts"
import { readXlsx } from "../../testing/sheets/test-xlsx.ts"

const names = (nodes: readonly DirectoryNode[]) => nodes.map(({ name }) => name)

function place({ kind, id }: DirectoryNode) {
  return kind === "area" ? { areaid: id } : kind === "organisation" ? { orgid: id } : { deptid: id }
}

async function below(client: TestClient, name?: string, nodes?: readonly DirectoryNode[]) {
  const node = nodes?.find((one) => one.name === name)
  return client.send(directoryCalls.below, node ? place(node) : {})
}

const textsOf = ({ content }: { content: string }) =>
  readXlsx(Buffer.from(content, "base64")).sheets.flat(2).map(String)

test("[HOME-6][ROUTE-4] the tree begins where the user's reach does and goes down to the departments", async () => {
  const app = await testApp()
  const platform = await app.as("platform")
  const top = await below(platform)
  expect(names(top)).toEqual(["澜州市"])
  const city = await below(platform, "澜州市", top)
  expect(names(city)).toEqual(["平台", "甲区", "乙区"])

  const bureau = await app.as("clerk-a")
  const own = await below(bureau)
  expect(names(own)).toEqual(["甲区"])
  const district = await below(bureau, "甲区", own)
  expect(names(district)).toEqual(["甲区教育局", "甲一小学", "甲二小学", "甲区配送公司", "甲镇"])
  expect(district.map(({ above }) => above)).toEqual(Array.from({ length: 5 }, () => ["area-330101"]))
  const departments = await below(bureau, "甲一小学", district)
  expect(departments.length).toBeGreaterThan(0)
  expect(departments.every(({ kind, level }) => kind === "department" && level === 0)).toBe(true)

  const teacher = await app.as("teacher-a1")
  expect(names(await below(teacher))).toEqual(["甲一小学"])
  expect((await teacher.request(directoryCalls.below, { areaid: "330101" })).statusCode).toBe(403)
  expect((await teacher.request(directoryCalls.area, { areaid: "330101" })).statusCode).toBe(403)
})

test("[HOME-6] a page opens at its address with all levels above; search results have a path", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const found = await bureau.send(directoryCalls.found, { name: "jzxx" })
  expect(names(found)).toEqual(["甲镇小学"])
  expect(found[0]).toMatchObject({ path: ["甲区", "甲镇"], above: ["area-330101", "area-330101001"] })
  const office = (await bureau.send(directoryCalls.found, { name: "教务处" })).find(
    ({ path }) => path[1] === "甲一小学",
  )
  if (!office) throw new Error("甲一小学 has a 教务处")
  const { levels, chosen } = await bureau.send(directoryCalls.opened, { deptid: office.id })
  expect(chosen).toBe(`department-${office.id}`)
  expect(levels.map(({ parent }) => parent)).toEqual([
    null,
    ...office.above,
    ...(office.isLeaf ? [] : [`department-${office.id}`]),
  ])
  expect((await bureau.request(directoryCalls.opened, { orgid: "999999" })).statusCode).toBe(403)
  const nothing = await bureau.send(directoryCalls.opened, {})
  expect(nothing).toMatchObject({ chosen: null, levels: [{ parent: null }] })
  for (const odd of ["", " ", "%", "<b>"])
    expect(await bureau.send(directoryCalls.found, { name: odd })).toEqual([])
})

test("[HOME-6] disabled nodes are shown only to administrators who want them", async () => {
  const app = await testApp()
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update organisation set disabled_at = now() where name = '甲二小学'`),
  )
  const shown = async (account: string, disabled: 0 | 1) =>
    names(await (await app.as(account)).send(directoryCalls.below, { areaid: "330101", disabled }))
  expect(await shown("bureau-a", 0)).not.toContain("甲二小学")
  expect(await shown("bureau-a", 1)).toContain("甲二小学")
  expect(await shown("clerk-a", 0)).not.toContain("甲二小学")
  await expect(shown("clerk-a", 1)).rejects.toThrow(directoryMessages.disabledForAdministrators)
})

test("[HOME-6] an area has counts and an export; an organisation exports its departments", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  expect(await bureau.send(directoryCalls.area, { areaid: "330101" })).toMatchObject({
    areaname: "甲区",
    path: ["甲区"],
    bureaus: 1,
    schools: 3,
    enterprises: 1,
    mayAdd: ["school", "enterprise"],
  })
  const { people } = await bureau.send(directoryCalls.area, { areaid: "330101" })
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{
      n: number
    }>(sql`select count(*)::int as n from person p join organisation o on o.id = p.org_id
      where o.area_path like '%330101/%' and p.disabled_at is null`),
  )
  expect(people).toBe(rows[0]?.n)
  const file = await bureau.send(directoryCalls.export, { areaid: "330101" })
  expect(file).toMatchObject({ rows: 5, isCut: false })
  const texts = textsOf(file)
  expect(texts).toEqual(expect.arrayContaining(["甲一小学", "甲镇小学", "学校"]))
  expect(texts.join(" ")).not.toContain("乙一小学")
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const own = await head.send(directoryCalls.export, { orgid })
  expect(textsOf(own)).toEqual(expect.arrayContaining(["甲一小学", "教务处", "上级部门"]))
  expect((await (await app.as("teacher-a1")).request(directoryCalls.export, { orgid })).statusCode).toBe(403)
})
