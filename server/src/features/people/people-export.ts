import { adminLabels, type ListedPerson } from "@uc/contract/people/admin-calls"
import type { Db } from "../../db/open.ts"
import { exportedSheet, type ExportedColumn, type ExportedSheet } from "../../http/exported-file.ts"
import { cursorFrom, listPeople, type PeopleFilter } from "./people-list.store.ts"

const columns: readonly ExportedColumn<ListedPerson>[] = [
  { title: "姓名", width: 14, cell: ({ nickname }) => nickname },
  { title: "账号", width: 18, cell: ({ usercode }) => usercode },
  { title: "单位", width: 28, cell: ({ orgname }) => orgname },
  { title: "部门", width: 32, cell: ({ deptname }) => deptname },
  { title: "职务", width: 20, cell: ({ postname }) => postname },
  { title: "手机号", width: 16, cell: ({ phone }) => phone },
  { title: "邮箱", width: 28, cell: ({ email }) => email },
  { title: "管理权限", width: 14, cell: ({ admintype }) => adminLabels[admintype] },
  { title: "状态", width: 10, cell: ({ isDisabled }) => (isDisabled ? "已停用" : "在用") },
]

/** HOME-6: the list that is on screen, phones and mail addresses masked as there. */
export function peopleSheet(db: Db, filter: PeopleFilter): ExportedSheet {
  return exportedSheet({
    name: "人员",
    columns,
    read: (from: string | undefined, limit) =>
      listPeople(db, filter, { after: from === undefined ? null : cursorFrom(from, filter), limit }),
  })
}
