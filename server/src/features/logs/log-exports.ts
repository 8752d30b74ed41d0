import {
  actionLabel,
  formatChange,
  variantLabel,
  moduleLabel,
  reasonLabel,
  resultLabel,
  signInResultLabels,
} from "@uc/contract/logs/log-labels"
import type { AuditEntry, SignInEntry } from "@uc/contract/logs/calls"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { exportedSheet, type ExportedColumn, type ExportedSheet } from "../../http/exported-file.ts"
import {
  auditEntriesFrom,
  signInsFrom,
  type AuditFilters,
  type LogPlace,
  type SignInFilters,
} from "./logs.store.ts"

const signInColumns: readonly ExportedColumn<SignInEntry>[] = [
  { title: "时间", width: 20, cell: ({ at }) => at },
  { title: "账号", width: 18, cell: ({ account }) => account },
  { title: "姓名", width: 14, cell: ({ nickname }) => nickname },
  { title: "单位", width: 28, cell: ({ orgname }) => orgname },
  { title: "结果", width: 14, cell: ({ result }) => signInResultLabels[result] },
  { title: "原因", width: 24, cell: ({ reason }) => (reason === null ? null : reasonLabel(reason)) },
  { title: "入口", width: 14, cell: ({ variant }) => (variant === null ? null : variantLabel(variant)) },
  { title: "网络地址", width: 18, cell: ({ ip }) => ip },
  { title: "浏览器", width: 24, cell: ({ browser }) => browser },
]

const auditColumns: readonly ExportedColumn<AuditEntry>[] = [
  { title: "时间", width: 20, cell: ({ at }) => at },
  { title: "姓名", width: 14, cell: ({ nickname }) => nickname ?? "系统" },
  { title: "单位", width: 28, cell: ({ orgname }) => orgname },
  { title: "操作", width: 22, cell: ({ action }) => actionLabel(action) },
  {
    title: "变化",
    width: 60,
    cell: ({ change }) => (change === null ? null : formatChange(change).join("\n")),
  },
  { title: "涉及", width: 22, cell: ({ mid }) => (mid === null ? null : moduleLabel(mid)) },
  { title: "结果", width: 10, cell: ({ result }) => resultLabel(result) },
  { title: "网络地址", width: 18, cell: ({ ip }) => ip },
]

export function signInSheet({ db, user }: RequestContext, filters: SignInFilters): ExportedSheet {
  return exportedSheet({
    name: "登录日志",
    columns: signInColumns,
    read: (from: LogPlace | undefined, limit) => signInsFrom(db, user, filters, { from, limit }),
  })
}

export function auditSheet({ db, user }: RequestContext, filters: AuditFilters): ExportedSheet {
  return exportedSheet({
    name: "操作日志",
    columns: auditColumns,
    read: (from: LogPlace | undefined, limit) => auditEntriesFrom(db, user, filters, { from, limit }),
  })
}
