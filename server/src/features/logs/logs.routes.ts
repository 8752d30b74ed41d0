import { logCalls } from "@uc/contract/logs/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { admintypes } from "@uc/contract/account/calls"
import { answer, type Ask } from "../../http/calls/register-calls.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { Refusal } from "../../errors/refusal.ts"
import { auditSheet, signInSheet } from "./log-exports.ts"
import { auditEntries, signIns } from "./logs.store.ts"

/** For administrators, of what they administer: a bureau's 单位管理员 sees the area and reads the bureau's alone (BARE-8). */
export const logRoutes = answer(logCalls, () => ({
  signIns: (input, ask) => {
    assertAdministrator(ask)
    return signIns(ask.db, ask.user.administered, input)
  },
  audit: (input, ask) => {
    assertAdministrator(ask)
    return auditEntries(ask.db, ask.user.administered, input)
  },
  exportSignIns: (filters, ask) => {
    assertAdministrator(ask)
    const sheets = [signInSheet(ask, filters)]
    return exportedFile(ask, { action: "logs.exportSignIns", name: "登录日志", sheets })
  },
  exportAudit: (filters, ask) => {
    assertAdministrator(ask)
    const sheets = [auditSheet(ask, filters)]
    return exportedFile(ask, { action: "logs.exportAudit", name: "操作日志", sheets })
  },
}))

function assertAdministrator({ user }: Ask): void {
  if (user.user.admintype === admintypes.none) throw new Refusal(replyMessages.outOfReach, { status: 403 })
}
