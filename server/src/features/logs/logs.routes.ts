import { logCalls } from "@uc/contract/logs/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { admintypes } from "@uc/contract/account/calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { Refusal } from "../../errors/refusal.ts"
import { auditSheet, signInSheet } from "./log-exports.ts"
import { auditEntries, signIns } from "./logs.store.ts"

/** For administrators, of what they administer: a bureau's 单位管理员 sees the area and reads the bureau's alone (BARE-8). */
export const logRoutes = implementCalls(logCalls, () => ({
  signIns: (input, context) => {
    assertAdministrator(context)
    return signIns(context.db, context.user.administered, input)
  },
  audit: (input, context) => {
    assertAdministrator(context)
    return auditEntries(context.db, context.user.administered, input)
  },
  exportSignIns: (filters, context) => {
    assertAdministrator(context)
    const sheets = [signInSheet(context, filters)]
    return exportedFile(context, { action: "logs.exportSignIns", name: "登录日志", sheets })
  },
  exportAudit: (filters, context) => {
    assertAdministrator(context)
    const sheets = [auditSheet(context, filters)]
    return exportedFile(context, { action: "logs.exportAudit", name: "操作日志", sheets })
  },
}))

function assertAdministrator({ user }: RequestContext): void {
  if (user.user.admintype === admintypes.none) throw new Refusal(replyMessages.outOfReach, { status: 403 })
}
