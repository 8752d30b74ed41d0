import {
  domainHelpers,
  inheritedStateLabels,
  type InheritedDomain,
  type ListedDomain,
  type RefusedOrigin,
} from "@uc/contract/domains/calls"
import { domainUserFields } from "@uc/contract/domains/user-fields"
import { wholeSheet, type ExportedColumn, type ExportedSheet } from "../../http/exported-file.ts"

const domainColumns: readonly ExportedColumn<ListedDomain>[] = [
  { title: "名称", width: 28, cell: ({ name }) => name },
  { title: "域名地址", width: 40, cell: ({ domainIp }) => domainIp },
  { title: "浏览器中的来源", width: 48, cell: ({ origins }) => origins.join("\n") },
  {
    title: "授权功能",
    width: 48,
    cell: ({ helpers }) => helpers.map((helper) => domainHelpers[helper]).join("、"),
  },
  {
    title: "告知的用户信息",
    width: 28,
    cell: ({ userFields }) => userFields.map((field) => domainUserFields[field]).join("、"),
  },
  { title: "内网地址", width: 10, cell: ({ isPrivate }) => (isPrivate ? "是" : "否") },
  { title: "票据密钥", width: 10, cell: ({ hasSecret }) => (hasSecret ? "已生成" : "未生成") },
  { title: "适用范围", width: 16, cell: ({ isForBelow }) => (isForBelow ? "含全部下级单位" : "仅本单位") },
  { title: "最近打开", width: 20, cell: ({ lastUsedAt }) => lastUsedAt },
]

const inheritedColumns: readonly ExportedColumn<InheritedDomain>[] = [
  { title: "名称", width: 28, cell: ({ name }) => name },
  { title: "域名地址", width: 40, cell: ({ domainIp }) => domainIp },
  { title: "授权单位", width: 28, cell: ({ listedBy }) => listedBy },
  { title: "状态", width: 16, cell: ({ state }) => inheritedStateLabels[state] },
  { title: "最近打开", width: 20, cell: ({ lastUsedAt }) => lastUsedAt },
]

const refusedColumns: readonly ExportedColumn<RefusedOrigin>[] = [
  { title: "来源", width: 48, cell: ({ origin }) => origin },
  { title: "被拒绝次数", width: 12, cell: ({ times }) => times },
  { title: "最近一次", width: 20, cell: ({ lastAt }) => lastAt },
]

/** DOM-1, DOM-7, DISTRICT-12: the list, what comes from above, and beside it what was refused lately. */
export function domainSheets(
  domains: readonly ListedDomain[],
  inherited: readonly InheritedDomain[],
  refused: readonly RefusedOrigin[],
): ExportedSheet[] {
  return [
    wholeSheet("授权域名", domainColumns, { items: domains }),
    wholeSheet("上级授权", inheritedColumns, { items: inherited }),
    wholeSheet("未授权的来源", refusedColumns, { items: refused }),
  ]
}
