import { z } from "zod"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { sortedBy } from "../core/sorting.ts"
import { Id, Moment, page, paging, text } from "../core/wire.ts"

/** How a sign-in or a session ended. Labels are the page's; these are stored. */
export const signInResults = ["signed-in", "refused", "locked", "second-factor", "signed-out"] as const
export const SignInResult = z.enum(signInResults)
export type SignInResult = z.infer<typeof SignInResult>

export const SignInEntry = z.object({
  id: Id,
  at: Moment,
  account: z.string(),
  nickname: z.string().nullable(),
  orgname: z.string().nullable(),
  variant: z.string().nullable(),
  result: SignInResult,
  reason: z.string().nullable(),
  ip: z.string().nullable(),
  browser: z.string(),
})
export type SignInEntry = z.infer<typeof SignInEntry>

const Facts = z.record(z.string(), z.unknown()).nullable()
/** DOM-7: what stood there before and after; null before: it was added, null after: it was removed. */
export const AuditChange = z.object({ before: Facts, after: Facts })
export type AuditChange = z.infer<typeof AuditChange>

export const AuditEntry = z.object({
  id: Id,
  at: Moment,
  nickname: z.string().nullable(),
  orgname: z.string().nullable(),
  /** A call's full name, e.g. `domains.save`, or what happened to an account. */
  action: z.string(),
  mid: z.string().nullable(),
  result: z.string(),
  ip: z.string().nullable(),
  /** Null where nothing was recorded. */
  change: AuditChange.nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const period = { starttime: Moment.optional(), endtime: Moment.optional() }
/** DAY-13: otherwise the newest first. */
const signInFilters = {
  ...period,
  account: text(64).optional(),
  result: SignInResult.optional(),
  ...sortedBy("at", "account", "name", "orgname", "result", "ip"),
}
const auditFilters = {
  ...period,
  action: text(64).optional(),
  ...sortedBy("at", "name", "orgname", "action", "result", "ip"),
}

/** For administrators, in their reach; entries without an organisation are the platform's. */
export const logCalls = {
  signIns: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/get_login_log.action",
    permission: "logs.read",
    mayLag: true,
    input: z.object({ ...paging, ...signInFilters }),
    output: page(SignInEntry),
  }),
  audit: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/get_audit_log.action",
    permission: "logs.read",
    mayLag: true,
    input: z.object({ ...paging, ...auditFilters }),
    output: page(AuditEntry),
  }),
  exportSignIns: call({
    ...exporting,
    service: "usercenter",
    path: "/manage/export_login_log.action",
    permission: "logs.read",
    input: z.object(signInFilters),
  }),
  exportAudit: call({
    ...exporting,
    service: "usercenter",
    path: "/manage/export_audit_log.action",
    permission: "logs.read",
    input: z.object(auditFilters),
  }),
}
