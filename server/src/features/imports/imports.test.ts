import { importCellMessages, importCalls, importMessages } from "@uc/contract/imports/calls"
import { peopleCalls } from "@uc/contract/people/calls"
import { peopleAdminMessages } from "@uc/contract/people/admin-calls"
import { errtypes } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { readSheet } from "../../sheet/read-sheet.ts"
import { testWorkbook, textRow } from "../../testing/sheets/test-workbook.ts"
import { testApp, type TestApp } from "../../testing/test-app.ts"
import { failAbandonedImports } from "./fail-abandoned-imports.ts"
import { uploaded, checked, problemsOf, run, sendPart, settled, upload } from "../../testing/test-import.ts"

const titles = "账号,姓名,手机号,性别,身份证号,部门,职务,单位\n"

async function rows(app: TestApp, query: SQL): Promise<Record<string, unknown>[]> {
  return (await app.database.transaction(unrestricted, (db) => db.execute(query))).rows
}

/** Two departments that are there in every school of the tiny world. */
async function departmentsOf(app: TestApp, org: string): Promise<[string, string]> {
  const found = await rows(
    app,
    sql`select d.name from department d join organisation o on o.id = d.org_id
      where o.name = ${org} and d.level = 0 order by d.sort_no limit 2`,
  )
  return found.map(({ name }) => String(name)) as [string, string]
}

/** Whatever an import writes that is not about itself. */
function dataChanges(lines: readonly string[]): string[] {
  return lines.filter(
    (line) => !/^(data_import|import_part|audit_log|reauth_grant|quota|session)\b/.test(line),
  )
}

test("[DATA-3] a bad file gives a marked copy, and the mended one is imported", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const [one, two] = await departmentsOf(app, "甲一小学")
  const before = await rowsOf(app.url)
  const wrong = await checked(
    app,
    head,
    "people",
    `\ufeff${titles}new1,单雄信,138 0000-0001,男,,${one}；${two},教师；委员,
new2,,1380000,男,,没有的部门,,
new3,丙,,男,,${one},,乙一小学
new1,丁,,人,,${one},,
teacher-b1,戊,,,1.2E+17,${one},,
`,
  )
  expect(wrong.state).toBe("faulty")
  expect(problemsOf(wrong)).toEqual([
    `A2 账号：${importCellMessages.twice(5)}`,
    `B3 姓名：${importCellMessages.missing("姓名")}`,
    `C3 手机号：${importCellMessages.phone}`,
    `F3 部门：${importCellMessages.departmentUnknown("没有的部门")}`,
    `H4 单位：${importCellMessages.orgUnknown("乙一小学")}`,
    `A5 账号：${importCellMessages.twice(2)}`,
    "D5 性别：应为“男”或“女”",
    `A6 账号：${importCellMessages.accountElsewhere}`,
    `E6 身份证号：${importCellMessages.rounded}`,
  ])
  // What identifies somebody for life is not repeated.
  expect(wrong.problems.find(({ column }) => column === "身份证号")?.value).toBe("******")

  const { name, content } = await head.send(importCalls.marked, { id: wrong.id })
  expect(name).toBe("名单（错误标注）.xlsx")
  const marked = await readSheet(Buffer.from(content, "base64"))
  expect(marked.rows[0]?.cells.at(-1)).toBe("错误说明")
  expect(marked.rows[2]?.cells.at(-1)).toContain(`手机号：${importCellMessages.phone}`)
  expect(marked.rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6])
  expect(dataChanges(changes(before, await rowsOf(app.url)))).toEqual([])

  const ready = await checked(
    app,
    head,
    "people",
    `${titles}new1,单雄信,138 0000-0001,男,,${one}；${two},教师；委员,\nnew2,欧阳锋,,,,${two},,甲一小学\n`,
  )
  expect(ready).toMatchObject({
    state: "ready",
    rows: 2,
    preview: { new: 2, changed: 0, unchanged: 0, gone: 6, canDisable: 5, organisations: 1 },
  })
  const needsGrant = await head.request(importCalls.run, { id: ready.id })
  expect(needsGrant.json()).toMatchObject({ errtype: errtypes.grantNeeded, mid: "import" })
  const done = await run(app, head, ready.id)
  expect(done).toMatchObject({ state: "done", message: importMessages.passwordsLater(true), disabled: 0 })

  const { orgid } = await head.send(accountCalls.current, {})
  const found = await head.send(peopleCalls.search, { orgid, username: "shanxiongxin" })
  expect(found).toMatchObject([
    { usercode: "new1", username: "单雄信", deptname: `${one}、${two}`, postname: "教师、委员" },
  ])
  expect(
    await rows(
      app,
      sql`select p.phone, p.usertype, p.admintype, c.person_id as credential from person p
      left join credential c on c.person_id = p.id where account = 'new1'`,
    ),
  ).toEqual([{ phone: "13800000001", usertype: 40, admintype: 0, credential: null }])
  // The file is gone with its end, and the log knows who did it.
  expect(await rows(app, sql`select no from import_part where import_id = ${ready.id}`)).toEqual([])
  expect(
    await rows(
      app,
      sql`select action, mid, detail ->> 'new' as new from audit_log
        where action ^@ 'imports.' and result = 'done' order by id`,
    ),
  ).toEqual([
    { action: "imports.run", mid: "import", new: null },
    { action: "imports.done", mid: null, new: "2" },
  ])
  expect((await head.send(importCalls.list, { limit: 1 })).items).toMatchObject([
    { id: ready.id, state: "done", isMine: true, counts: { new: 2 } },
  ])

  // The same once more changes nothing; another name and department changes one.
  const again = await checked(app, head, "people", `${titles}new1,单雄信,,,,${one}；${two},教师；委员,\n`)
  expect(again).toMatchObject({ preview: { new: 0, changed: 0, unchanged: 1 }, message: null })
  const changed = await uploaded(
    app,
    head,
    "people",
    `${titles}new1,单雄,,女,,${two},,\nnew2,欧阳锋,,,,${two},,\n`,
  )
  expect(changed.preview).toMatchObject({ new: 0, changed: 1, unchanged: 1 })
  expect(changed.preview?.lines[0]?.detail).toBe(
    `姓名：单雄信 → 单雄，性别：男 → 女，部门：${one}；${two} → ${two}`,
  )
  expect(
    await rows(
      app,
      sql`select p.name, p.phone, p.sex, p.pinyin, p.version, pd.is_main, po.name as post from person p
      join person_department pd on pd.person_id = p.id left join post po on po.id = pd.post_id where account = 'new1'`,
    ),
  ).toEqual([
    {
      name: "单雄",
      phone: "13800000001",
      sex: "女",
      pinyin: "shanxiong danxiong",
      version: 2,
      is_main: true,
      post: "委员",
    },
  ])

  // A file with problems is never imported, proven or not.
  await grantFor(app, head, "import")
  await expect(head.send(importCalls.run, { id: wrong.id })).rejects.toThrow(importMessages.notReady)
})

test("[DATA-3][ROLE-2] a phone changed by a file unlinks the person's accounts elsewhere", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const [one] = await departmentsOf(app, "甲一小学")
  const tied = () =>
    rows(app, sql`select p.account from person_tie join person p on p.id = person_id order by 1`)
  const [found] = await rows(app, sql`select name from person where account = 'teacher-a1'`)
  const name = String(found?.["name"])
  const before = await tied()
  expect(before).toContainEqual({ account: "teacher-a1" })
  await uploaded(app, head, "people", `${titles}teacher-a1,${name},,,,${one},,\n`)
  expect(await tied()).toEqual(before)
  await uploaded(app, head, "people", `${titles}teacher-a1,${name},13855556666,,,${one},,\n`)
  expect(await tied()).toEqual(before.filter((row) => row["account"] !== "teacher-a1"))
})

test("[DATA-3] formulas, merged cells and hidden rows are reported; the template's line is none", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const [one] = await departmentsOf(app, "甲一小学")
  const file = await testWorkbook({
    rows:
      textRow(1, ["账号*", "姓名 *", "部门（必填）", "备注"]) +
      textRow(2, ["zhangsan", "示例：张三", "教务处"]) +
      textRow(3, ["m1", "甲", one, "忽略"], 'hidden="1"') +
      `<row r="4"><c r="A4" t="inlineStr"><is><t>m2</t></is></c><c r="B4" t="str"><f>CONCATENATE("乙")</f><v>乙</v></c><c r="C4" t="inlineStr"><is><t>${one}</t></is></c></row>` +
      textRow(5, ["m3", "丙", one]) +
      textRow(6, ["m4", "丁"]),
    after: '<mergeCells><mergeCell ref="C5:C6"/></mergeCells>',
    sheets: '<sheet name="名单" sheetId="1" r:id="rId1"/><sheet name="二" sheetId="2" r:id="rId2"/>',
  })
  const told = await checked(app, head, "people", file)
  expect(problemsOf(told)).toEqual([
    `B4 姓名：${importCellMessages.formula}`,
    `C5 部门：${importCellMessages.merged(["C5:C6"], 1)}`,
  ])
  expect(told.notes).toEqual([
    importMessages.otherSheets("名单"),
    importMessages.columnIgnored(["备注"]),
    importMessages.exampleSkipped(2),
    importMessages.hiddenLines([3], 1),
  ])
  for (const kind of ["people", "departments", "buildings"] as const) {
    const { content } = await head.send(importCalls.template, { kind })
    const template = await checked(app, head, kind, Buffer.from(content, "base64"))
    expect(template).toMatchObject({ state: "failed", message: importMessages.noRows })
  }
  // A headline above the titles, as lists have it.
  const headed = await checked(
    app,
    head,
    "people",
    `甲一小学教师名单\n\n账号,姓名,部门\nh1,甲,${one}\nh2,,${one}\n`,
  )
  expect(problemsOf(headed)).toEqual([`B5 姓名：${importCellMessages.missing("姓名")}`])
  const copy = await head.send(importCalls.marked, { id: headed.id })
  expect((await readSheet(Buffer.from(copy.content, "base64"))).rows.map(({ line }) => line)).toEqual([
    1, 4, 5,
  ])
  const bad = await checked(app, head, "people", "甲,乙\n1,2\n")
  expect(bad).toMatchObject({ state: "failed", message: importMessages.noTitles })
  expect(await checked(app, head, "people", "账号,姓名\n1,2\n")).toMatchObject({
    message: importMessages.columnMissing("部门"),
  })
  expect(await checked(app, head, "people", "账号,姓名,部门,账号\n1,2\n")).toMatchObject({
    message: importMessages.columnTwice("账号"),
  })
})

test("[OPERATE-4] people who share a phone are imported, with a warning that names both rows", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const [one] = await departmentsOf(app, "甲一小学")
  await rows(app, sql`update person set phone = '13900000009', name = '甲校长' where account = 'head-a1'`)
  await rows(app, sql`update person set phone = '13900000008' where account = 'teacher-a1'`)
  const ready = await checked(
    app,
    head,
    "people",
    `${titles}x1,丙,13900000009,,,${one},,\nx2,丁,13900000001,,,${one},,\nx3,戊,13900000001,,,${one},,\n` +
      // The file gives its own person another phone, so that nobody shares the one from before.
      `teacher-a1,己,13900000007,,,${one},,\nx4,庚,13900000008,,,${one},,\n`,
  )
  expect([ready.state, ready.notes]).toEqual([
    "ready",
    [
      importMessages.phonesShared(
        ["第2行与甲一小学的“甲校长（head-a1）”", "第4行与第3行甲一小学的“丁（x2）”"],
        2,
      ),
    ],
  ])
  expect(await run(app, head, ready.id)).toMatchObject({ state: "done" })
  expect(await rows(app, sql`select account from person where phone = '13900000001' order by 1`)).toEqual([
    { account: "x2" },
    { account: "x3" },
  ])
})

test("[DATA-3][ROLE-2] disabled, superior and foreign people are reported", async () => {
  const app = await testApp()
  const [head, bureau] = [await app.as("head-a1"), await app.as("bureau-a")]
  const [one] = await departmentsOf(app, "甲一小学")
  await rows(app, sql`update person set disabled_at = now() where account = 'teacher-a1'`)
  const told = await checked(
    app,
    head,
    "people",
    `${titles}teacher-a1,甲,,,,${one},,\nteacher-a2,乙,,,,${one},,\nx1,丙,13900000009,,,${one},,\nx2,丁,13900000001,,,${one},,\nx3,戊,13900000001,,,${one}；${one},甲；乙；丙,\n`,
  )
  expect(problemsOf(told)).toEqual([
    `A2 账号：${peopleAdminMessages.disabledPerson}`,
    `A3 账号：${importCellMessages.accountElsewhere}`,
    `F6 部门：${peopleAdminMessages.placeTwice}`,
    `G6 职务：${importCellMessages.postsMore}`,
  ])
  // Who administers several must say which; the platform's own is not theirs; a school of another area neither.
  const several = await checked(
    app,
    bureau,
    "people",
    `${titles}y1,甲,,,,${one},,\ny2,乙,,,,${one},,乙一小学\ny3,丙,,,,${one},,平台\ny4,丁,,,,${one},,甲一小学\n`,
  )
  expect(problemsOf(several)).toEqual([
    `H2 单位：${importCellMessages.orgMissing}`,
    `H3 单位：${importCellMessages.orgUnknown("乙一小学")}`,
    `H4 单位：${importCellMessages.orgUnknown("平台")}`,
  ])
  // A school's administrator does not rename somebody who administers more than they do.
  await rows(app, sql`update person set admintype = 2 where account = 'teacher-a1'`)
  await rows(app, sql`update person set disabled_at = null where account = 'teacher-a1'`)
  const above = await checked(app, head, "people", `${titles}teacher-a1,改名,,,,${one},,\n`)
  expect(problemsOf(above)).toEqual([`A2 账号：${peopleAdminMessages.aboveYou}`])
})

test("[DATA-3] departments, buildings, organisations and areas import in any line order", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const departments = await uploaded(
    app,
    bureau,
    "departments",
    "部门名称,上级部门,排序号,单位\n古诗组,导入处/语文组,,甲一小学\n语文组,导入处,5,甲一小学\n导入处,,7.0,甲一小学\n导入处,,,甲二小学\n",
  )
  expect(departments).toMatchObject({ state: "done", preview: { new: 4, organisations: 2 } })
  expect(
    await rows(
      app,
      sql`select d.name, d.level, p.name as parent, d.initials from department d
      left join department p on p.id = d.parent_id where d.name in ('古诗组', '语文组', '导入处') order by d.level, d.org_id`,
    ),
  ).toEqual([
    { name: "导入处", level: 0, parent: null, initials: "drc" },
    { name: "导入处", level: 0, parent: null, initials: "drc" },
    { name: "语文组", level: 1, parent: "导入处", initials: "ywz" },
    { name: "古诗组", level: 2, parent: "语文组", initials: "gsz" },
  ])
  const deep = await checked(
    app,
    bureau,
    "departments",
    "部门名称,上级部门,排序号,单位\n六,导入处/a/b/c/d,,甲一小学\n甲/乙,,,甲一小学\n丙,没有,,甲一小学\n导入处,,9,甲一小学\n",
  )
  expect(problemsOf(deep)).toEqual([
    "B2 上级部门：该部门已是第5级，不能再添加子级",
    `A3 部门名称：${importCellMessages.pathSign}`,
    `B4 上级部门：${importCellMessages.parentUnknown("没有")}`,
  ])

  const buildings = await uploaded(
    app,
    bureau,
    "buildings",
    "校区,楼宇,楼层,房间,单位\n,导入楼,3层,301,甲一小学\n,导入楼,3层,302,甲一小学\n东区,体育馆,,,甲一小学\n",
  )
  expect(buildings).toMatchObject({ state: "done", preview: { new: 3 } })
  expect(
    await rows(
      app,
      sql`select type, name, level, is_leaf from building
      where name in ('导入楼', '3层', '301', '302', '东区', '体育馆') and org_id = (select id from organisation where name = '甲一小学')
        and created_at > now() - interval '1 minute' order by ids || id`,
    ),
  ).toEqual(
    expect.arrayContaining([
      { type: "building", name: "导入楼", level: 0, is_leaf: false },
      { type: "layer", name: "3层", level: 1, is_leaf: false },
      { type: "room", name: "301", level: 2, is_leaf: true },
      { type: "campus", name: "东区", level: 0, is_leaf: false },
    ]),
  )
  const more = await checked(
    app,
    bureau,
    "buildings",
    "楼宇,楼层,房间,单位\n导入楼,3层,301,甲一小学\n导入楼,,303,甲一小学\n",
  )
  expect(problemsOf(more)).toEqual([`B3 楼层：${importCellMessages.layerMissing}`])

  const areas = await uploaded(
    app,
    bureau,
    "areas",
    "区域代码,区域名称,上级区域代码\n330101003,丙镇,330101\n330101001.0,甲新镇,\n",
  )
  expect(areas).toMatchObject({ state: "done", preview: { new: 1, changed: 1 } })
  const badAreas = await checked(
    app,
    bureau,
    "areas",
    "区域代码,区域名称,上级区域代码\n330102,乙区,\n1,上,2\n2,下,1\n3,无,\n4,外,990000\n330101001,甲镇,330101003\n5,深,330101003\n",
  )
  expect(problemsOf(badAreas)).toEqual([
    `A2 区域代码：${importCellMessages.areaElsewhere}`,
    `C3 上级区域代码：${importCellMessages.areaCircle}`,
    `C4 上级区域代码：${importCellMessages.areaCircle}`,
    `C5 上级区域代码：${importCellMessages.areaParentMissing}`,
    `C6 上级区域代码：${importCellMessages.areaUnknown("990000")}`,
    `C7 上级区域代码：${importCellMessages.areaMoved}`,
  ])

  const organisations = await uploaded(
    app,
    bureau,
    "organisations",
    "单位名称,单位类型,区域代码,简称,地址,联系电话,成立日期\n丙镇小学,学校,330101003,丙小,,0571-1,1998/9/1\n甲一小学,学校,330101,,新路2号,,\n",
  )
  expect(organisations).toMatchObject({ state: "done", preview: { new: 1, changed: 1, gone: 3 } })
  expect(
    await rows(
      app,
      sql`select name, area_path, short_name, profile, pinyin from organisation where name = '丙镇小学'`,
    ),
  ).toEqual([
    {
      name: "丙镇小学",
      area_path: "330100/330101/330101003/",
      short_name: "丙小",
      profile: { founded: 1998, foundedOn: "1998-09-01" },
      pinyin: "bingzhenxiaoxue",
    },
  ])
  expect(await rows(app, sql`select address from organisation where name = '甲一小学'`)).toEqual([
    { address: "新路2号" },
  ])
  const badOrganisations = await checked(
    app,
    bureau,
    "organisations",
    "单位名称,单位类型,区域代码\n乙三小学,学校,330102\n甲一小学,企业,330101\n二局,教育局,330101\n平台,平台,330101\n",
  )
  expect(problemsOf(badOrganisations)).toEqual([
    `C2 区域代码：${importCellMessages.areaUnknown("330102")}`,
    `B3 单位类型：${importCellMessages.kindChanged}`,
    `B4 单位类型：${importCellMessages.bureauTaken}`,
    "B5 单位类型：应为学校、企业、教育局之一",
  ])
})

test("[DATA-3] missing rows are disabled only on request, never administrators", async () => {
  const app = await testApp()
  const head = await app.as("head-a2")
  const teacher = await app.as("teacher-a2")
  const [one] = await departmentsOf(app, "甲二小学")
  const ready = await checked(app, head, "people", `${titles}keeper,留下,,,,${one},,\n`)
  expect(ready.preview).toMatchObject({ new: 1, gone: 6, canDisable: 5 })
  const done = await run(app, head, ready.id, 1)
  expect(done).toMatchObject({ state: "done", disabled: 5 })
  expect(
    await rows(
      app,
      sql`select account from person where disabled_at is null
      and org_id = (select id from organisation where name = '甲二小学') order by 1`,
    ),
  ).toEqual([{ account: "head-a2" }, { account: "keeper" }])
  // Signed out everywhere.
  await expect
    .poll(async () => (await teacher.request(accountCalls.current, {})).statusCode, { timeout: 5000 })
    .toBe(401)
  const departments = await checked(app, head, "departments", "部门名称\n新部门\n")
  expect(departments.preview?.gone).toBeGreaterThan(departments.preview?.canDisable ?? 0)
})

test("[DATA-3] the preview of several schools says whose each department is and who stays", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const ready = await checked(app, bureau, "departments", "部门名称,单位\n新处,甲一小学\n新处,甲二小学\n")
  const told = ready.preview?.lines.map(({ what, detail }) => `${what}：${detail}`)
  expect(told).toContain("新处：甲一小学，第1级部门")
  expect(told).toContain("新处：甲二小学，第1级部门")
  expect(told?.slice(2).every((line) => /：甲[一二]小学(，|$)/.test(line))).toBe(true)

  const [one] = await departmentsOf(app, "甲一小学")
  const [two] = await departmentsOf(app, "甲二小学")
  const people = await checked(
    app,
    bureau,
    "people",
    `账号,姓名,部门,单位\nnew-a1,新一,${one},甲一小学\nnew-a2,新二,${two},甲二小学\n`,
  )
  const head = people.preview?.lines.find(({ what }) => what.endsWith("（head-a2）"))
  expect(head).toMatchObject({ change: "gone", detail: "甲二小学，管理员，不会停用" })
  const buildings = await checked(app, bureau, "buildings", "楼宇,单位\n新楼,甲一小学\n新楼,甲二小学\n")
  const layer = buildings.preview?.lines.find(({ what }) => what.includes(" / "))
  expect(layer).toMatchObject({ change: "gone", detail: expect.stringMatching(/^甲[一二]小学$/) })
})

test("[DATA-3] an account in another spelling is the same person", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const [one, two] = await departmentsOf(app, "甲一小学")
  const first = await uploaded(app, head, "people", `账号,姓名,部门\nT001,王一,${one}\nt002,王二,${one}\n`)
  expect(first.preview).toMatchObject({ new: 2 })
  const again = await checked(app, head, "people", `账号,姓名,部门\nt001,王一,${two}\nT002,王二,${one}\n`)
  expect(again.preview).toMatchObject({ new: 0, changed: 1, unchanged: 1 })
  expect(again.preview?.lines.map(({ what }) => what)).toContain("王一（T001）")
  expect(again.preview?.lines.some(({ what, change }) => change === "gone" && what.includes("00"))).toBe(
    false,
  )
  await run(app, head, again.id)
  expect(
    await rows(app, sql`select account from person where lower(account) in ('t001', 't002') order by 1`),
  ).toEqual([{ account: "T001" }, { account: "t002" }])
  const wrong = await checked(
    app,
    head,
    "people",
    `账号,姓名,部门\nT003,王三,${one}\nt003,王三,${one}\nHEAD-A2,抢名,${one}\n`,
  )
  expect(problemsOf(wrong)).toEqual([
    `A2 账号：${importCellMessages.twice(3)}`,
    `A3 账号：${importCellMessages.twice(2)}`,
    `A4 账号：${importCellMessages.accountElsewhere}`,
  ])
})

test("[DATA-3] an import is all or nothing, and refused if data changed since the check", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const [one] = await departmentsOf(app, "甲一小学")
  const file =
    titles +
    Array.from({ length: 1500 }, (_, at) => `bulk${at},批量${at},,,,${one},新职务${at % 3},`).join("\n")
  const ready = await checked(app, head, "people", file)
  expect(ready.preview?.new).toBe(1500)
  await rows(
    app,
    sql`create function stop_here() returns trigger language plpgsql as
    $$ begin if new.account = 'bulk1400' then raise exception 'stop'; end if; return new; end $$`,
  )
  await rows(
    app,
    sql`create trigger stop_here before insert on person for each row execute function stop_here()`,
  )
  const before = await rowsOf(app.url)
  const failed = await run(app, head, ready.id)
  expect(failed).toMatchObject({ state: "failed", message: importMessages.failed })
  expect(dataChanges(changes(before, await rowsOf(app.url)))).toEqual([])
  await rows(app, sql`drop trigger stop_here on person`)

  // It can be checked again, and somebody takes an account before it is confirmed.
  await head.send(importCalls.check, { id: ready.id })
  expect(await settled(head, ready.id)).toMatchObject({ state: "ready" })
  await rows(
    app,
    sql`insert into person (org_id, account, name, usertype)
    select id, 'bulk7', '先来的', 40 from organisation where name = '甲一小学'`,
  )
  const told = await run(app, head, ready.id)
  expect(told).toMatchObject({
    state: "ready",
    message: importMessages.changedMeanwhile,
    preview: { new: 1499, changed: 1 },
  })
  expect(await run(app, head, ready.id)).toMatchObject({ state: "done" })
  expect(await rows(app, sql`select count(*)::int as n from person where account ^@ 'bulk'`)).toEqual([
    { n: 1500 },
  ])
  expect(await rows(app, sql`select count(*)::int as n from post where name ^@ '新职务'`)).toEqual([{ n: 3 }])
})

test("[DATA-3] imports of one organisation run one by one, with progress, and can be cancelled", async () => {
  const app = await testApp()
  const [head, bureau] = [await app.as("head-a1"), await app.as("bureau-a")]
  const [one] = await departmentsOf(app, "甲一小学")
  const first = await checked(app, head, "people", `${titles}c1,甲,,,,${one},,\n`)
  const second = await checked(app, bureau, "people", `${titles}c2,乙,,,,${one},,甲一小学\n`)
  const other = await checked(app, bureau, "departments", "部门名称,单位\n别处,甲二小学\n")
  const before = await rowsOf(app.url)

  const holding = app.database.begin(unrestricted, "write")
  await holding.db.execute(sql`select id from organisation where name = '甲一小学' for update`)
  await grantFor(app, head, "import")
  await head.send(importCalls.run, { id: first.id })
  await expect
    .poll(async () => (await head.send(importCalls.one, { id: first.id })).state, { interval: 20 })
    .toBe("running")
  await grantFor(app, bureau, "import")
  const { nickname } = await head.send(accountCalls.current, {})
  await expect(bureau.send(importCalls.run, { id: second.id })).rejects.toThrow(importMessages.busy(nickname))
  await bureau.send(importCalls.run, { id: other.id })
  expect(await settled(bureau, other.id)).toMatchObject({ state: "done" })

  await head.send(importCalls.cancel, { id: first.id })
  await expect
    .poll(async () => (await head.send(importCalls.one, { id: first.id })).isCancelling, { interval: 20 })
    .toBe(true)
  await holding.rollback()
  const cancelled = await settled(head, first.id)
  expect(cancelled).toMatchObject({ state: "cancelled", message: importMessages.cancelled })
  expect(
    dataChanges(changes(before, await rowsOf(app.url))).filter((line) => !line.startsWith("department")),
  ).toEqual([])
  await expect(head.send(importCalls.cancel, { id: first.id })).rejects.toThrow(
    importMessages.tooLateToCancel,
  )
})

test("[DATA-3] parts of a foreign import, origin, size or without session are refused", async () => {
  const app = await testApp()
  const [head, other, teacher] = [
    await app.as("head-a1"),
    await app.as("head-a2"),
    await app.as("teacher-a1"),
  ]
  const { id } = await head.send(importCalls.begin, { kind: "people", name: "a.csv", bytes: 3 })
  const part = Buffer.from("abc")
  const status = async (...given: Parameters<typeof sendPart>) => (await sendPart(...given)).statusCode
  expect(await status(app, other, { id, no: "0" }, part)).toBe(409)
  expect(await status(app, head, { id, no: "1" }, part)).toBe(400)
  expect(await status(app, head, { id, no: "0" }, Buffer.from("abcd"))).toBe(400)
  expect(await status(app, head, { id, no: "x" }, part)).toBe(400)
  expect(await status(app, head, { id, no: "0" }, part, { origin: "http://evil.example" })).toBe(403)
  expect(await status(app, head, { id, no: "0" }, part, { "content-type": "text/plain" })).toBe(415)
  expect(await status(app, app.anonymous, { id, no: "0" }, part)).toBe(401)
  await expect(head.send(importCalls.check, { id })).rejects.toThrow(importMessages.incomplete)
  expect(await status(app, head, { id, no: "0" }, part)).toBe(200)
  for (const call of [
    importCalls.check,
    importCalls.run,
    importCalls.cancel,
    importCalls.one,
    importCalls.marked,
  ])
    expect((await other.request(call, { id })).statusCode).toBe(403)
  for (const [call, input] of [
    [importCalls.begin, { kind: "people", name: "a", bytes: 3 }],
    [importCalls.template, { kind: "people" }],
    [importCalls.list, {}],
  ] as const)
    expect((await teacher.request(call, input)).statusCode).toBe(403)
  await expect(head.send(importCalls.begin, { kind: "areas", name: "a", bytes: 3 })).rejects.toThrow(
    importMessages.notYourKind,
  )
  await expect(head.send(importCalls.begin, { kind: "people", name: "a", bytes: 0 })).rejects.toThrow(
    importMessages.empty,
  )
  await expect(
    head.send(importCalls.begin, { kind: "people", name: "a", bytes: 20_971_521 }),
  ).rejects.toThrow(importMessages.tooLarge)
  await head.send(importCalls.cancel, { id })
  await expect(head.send(importCalls.check, { id })).rejects.toThrow(importMessages.notReady)
  await expect(
    upload(app, head, "people", "PK broken", "b.xlsx").then((sent) => settled(head, sent)),
  ).resolves.toMatchObject({
    state: "failed",
    message: importMessages.broken,
  })
})

test("[DATA-3] an import of a stopped process fails, and a slow one can't finish", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const [one] = await departmentsOf(app, "甲一小学")
  const ready = await checked(app, head, "people", `${titles}d1,甲,,,,${one},,\n`)
  const before = await rowsOf(app.url)
  const holding = app.database.begin(unrestricted, "write")
  await holding.db.execute(sql`select id from organisation where name = '甲一小学' for update`)
  await grantFor(app, head, "import")
  await head.send(importCalls.run, { id: ready.id })
  const age = sql`update data_import set alive_at = now() - interval '16 seconds' where id = ${ready.id}`
  expect(await failAbandonedImports(app.database)).toBe(0)
  await expect
    .poll(async () => {
      await rows(app, age)
      return failAbandonedImports(app.database)
    })
    .toBe(1)
  await holding.rollback()
  expect(await head.send(importCalls.one, { id: ready.id })).toMatchObject({
    state: "interrupted",
    message: importMessages.interrupted,
  })
  // An orderly end of the process says the same, and waits until what was under way is undone.
  await app.app.close()
  expect(dataChanges(changes(before, await rowsOf(app.url)))).toEqual([])
})

test("[OPERATE-5] a list of the whole country gives the first administrator's area its parent", async () => {
  const app = await testApp()
  const platform = await app.as("platform")
  await rows(
    app,
    sql`insert into area (id, name, path, level, data_type) values (440100, '穗州市', '440100/', 0, '1'), (440105, '河区', '440100/440105/', 1, '2')`,
  )
  await rows(app, sql`update area set parent_id = 440100 where id = 440105`)
  await rows(
    app,
    sql`update organisation set area_id = 440100, area_path = '440100/' where kind = 'platform'`,
  )
  await rows(
    app,
    sql`update notice set shared_path = '440100/' where org_id = (select id from organisation where kind = 'platform')`,
  )
  const heads = "区域代码,区域名称,上级区域代码\n"
  // Schools stand below the other root, so that it stays where it is.
  const held = await checked(app, platform, "areas", `${heads}330000,浙东省,\n330100,澜州市,330000\n`)
  expect(problemsOf(held)).toEqual([`C3 上级区域代码：${importCellMessages.areaHolds(7)}`])
  const circle = await checked(app, platform, "areas", `${heads}440100,穗州市,440105\n`)
  expect(problemsOf(circle)).toEqual([`C2 上级区域代码：${importCellMessages.areaCircle}`])
  const done = await uploaded(
    app,
    platform,
    "areas",
    `${heads}440106,天区,440100\n440100,穗州市,440000\n440000,岭南省,\n440105,河区,440100\n440105001,沙街道,440105\n`,
  )
  expect(done).toMatchObject({ state: "done", preview: { new: 3, changed: 1 } })
  expect(
    await rows(
      app,
      sql`select id::text, parent_id::text as parent, path, level from area where path like '44%' order by path`,
    ),
  ).toEqual([
    { id: "440000", parent: null, path: "440000/", level: 0 },
    { id: "440100", parent: "440000", path: "440000/440100/", level: 1 },
    { id: "440105", parent: "440100", path: "440000/440100/440105/", level: 2 },
    { id: "440105001", parent: "440105", path: "440000/440100/440105/440105001/", level: 3 },
    { id: "440106", parent: "440100", path: "440000/440100/440106/", level: 2 },
  ])
  const paths = await rows(
    app,
    sql`select area_path as path from organisation where kind = 'platform'
      union select a.area_path from alarm_record a join organisation o on o.id = a.org_id where o.kind = 'platform'
      union select n.shared_path from notice n join organisation o on o.id = n.org_id where o.kind = 'platform'`,
  )
  expect(paths).toContainEqual({ path: "440000/440100/" })
  expect(paths).not.toContainEqual({ path: "440100/" })
})
