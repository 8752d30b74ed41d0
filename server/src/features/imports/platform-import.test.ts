import { importCellMessages } from "@uc/contract/imports/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp } from "../../testing/test-app.ts"
import { checked, problemsOf } from "../../testing/test-import.ts"

const files = {
  people: "账号,姓名,手机号,性别,身份证号,部门,职务,单位\nnew-one,甲,13900000009,,,办公室,,平台\n",
  departments: "部门名称,上级部门,排序号,单位\n办公室,,,平台\n",
} as const

test.each(["people", "departments"] as const)(
  "[BARE-6] the platform's own 单位管理员 imports no %s of the platform",
  async (kind) => {
    const app = await testApp()
    await app.database.transaction(unrestricted, (db) =>
      db.execute(sql`update person set admintype = 1 where account = 'platform'`),
    )
    const told = await checked(app, await app.as("platform"), kind, files[kind])
    expect(problemsOf(told)).toEqual([expect.stringContaining(importCellMessages.orgUnknown("平台"))])
  },
)
