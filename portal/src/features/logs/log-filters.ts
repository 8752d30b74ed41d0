import { logCalls, signInResults } from "@uc/contract/logs/calls"
import { sessionLimits } from "@uc/contract/account/calls"
import { z } from "zod"
import { periodParameters } from "../../page-kit/list/period-filter.ts"
import { filter, pageNumber, sorting, urlFilters, view } from "../../page-kit/list/url-filters.ts"

/** One address for both logs: each ignores the other's parameters. */
export const logFilters = urlFilters({
  tab: view(z.enum(["signIns", "audit"]), "signIns"),
  ...periodParameters("week"),
  account: filter(z.string().max(sessionLimits.account)),
  result: filter(z.enum(signInResults)),
  action: filter(z.string().max(64)),
  page: pageNumber,
  sort: sorting<string>(logCalls.signIns, logCalls.audit),
})

/** Both are paged by number. */
export const logPaging = {
  by: "number",
  key: "page",
  size: 20,
  totalOf: ({ total }: { readonly total: number }) => total,
} as const

export const nothingLogged = { title: "暂无记录", words: "有人登录或进行敏感操作后会显示在这里。" }
