import { usertypeLabels } from "@uc/contract/account/usertype-labels"
import { adminLabels } from "@uc/contract/people/admin-calls"
import type { Db } from "../../db/open.ts"
import { exportedSheet, type ExportedColumn, type ExportedSheet } from "../../http/exported-file.ts"
import { signedIn, type FoundSession, type Filter } from "./online-users.store.ts"

const columns: readonly ExportedColumn<FoundSession>[] = [
  { title: "姓名", width: 14, cell: ({ nickname }) => nickname },
  { title: "账号", width: 18, cell: ({ account }) => account },
  { title: "单位", width: 28, cell: ({ orgname }) => orgname },
  { title: "类型", width: 12, cell: ({ usertype }) => usertypeLabels[usertype] },
  { title: "管理权限", width: 14, cell: ({ admintype }) => adminLabels[admintype] },
  { title: "登录时间", width: 20, cell: ({ began }) => began },
  { title: "最近操作", width: 20, cell: ({ lastActive }) => lastActive },
  { title: "是否锁定", width: 10, cell: ({ isLocked }) => (isLocked ? "是" : "否") },
  { title: "浏览器", width: 24, cell: ({ browser }) => browser },
  { title: "网络地址", width: 18, cell: ({ ip }) => ip },
]

export function onlineUserSheet(db: Db, filter: Omit<Filter, "after" | "limit">): ExportedSheet {
  return exportedSheet({
    name: "在线用户",
    columns,
    read: (after: string | undefined, limit) => signedIn(db, { ...filter, after, limit }),
  })
}
