import { logCalls } from "@uc/contract/logs/calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { auditSheet, signInSheet } from "./log-exports.ts"
import { auditEntries, signIns } from "./logs.store.ts"

/** Of what they administer: a bureau's 单位管理员 sees the area and reads the bureau's alone (BARE-8). */
export const logRoutes = implementCalls(logCalls, () => ({
  signIns: (input, context) => {
    return signIns(context.db, context.user, input)
  },
  audit: (input, context) => {
    return auditEntries(context.db, context.user, input)
  },
  exportSignIns: (filters, context) => {
    const sheets = [signInSheet(context, filters)]
    return exportedFile(context, { action: "logs.exportSignIns", name: "登录日志", sheets })
  },
  exportAudit: (filters, context) => {
    const sheets = [auditSheet(context, filters)]
    return exportedFile(context, { action: "logs.exportAudit", name: "操作日志", sheets })
  },
}))
