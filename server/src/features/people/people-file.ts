import { directoryLimits } from "@uc/contract/directory"
import { adminWords } from "@uc/contract/people-at-work"
import type { Db } from "../../db/open.ts"
import { xlsxOf } from "../../xlsx.ts"
import { listPeople, type PeopleQuestion } from "./people-list.store.ts"

/** HOME-6: the list that is on screen, phones masked as there. */
export async function peopleFile(db: Db, question: PeopleQuestion) {
  const { items, next } = await listPeople(db, question, {
    after: null,
    limit: directoryLimits.exportedRows,
  })
  const content = await xlsxOf([
    {
      name: "人员",
      columns: [
        { title: "姓名", width: 14 },
        { title: "账号", width: 18 },
        { title: "单位", width: 28 },
        { title: "部门", width: 32 },
        { title: "职务", width: 20 },
        { title: "手机号", width: 16 },
        { title: "管理权限", width: 14 },
        { title: "状态", width: 10 },
      ],
      rows: items.map((one) => [
        one.nickname,
        one.usercode,
        one.orgname,
        one.deptname,
        one.postname,
        one.phone,
        adminWords[one.admintype],
        one.isDisabled ? "已停用" : "在用",
      ]),
    },
  ])
  return { content, rows: items.length, isCut: next !== null }
}
