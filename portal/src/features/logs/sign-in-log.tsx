import { variantLabel, reasonLabel, signInResultLabels } from "@uc/contract/logs/log-labels"
import { logCalls, signInResults, type SignInEntry } from "@uc/contract/logs/calls"
import { sessionLimits } from "@uc/contract/account/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { List } from "../../page-kit/list/list.tsx"
import { periodBounds, periodFields } from "../../page-kit/list/period-filter.ts"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { SecondLine } from "../../ui/data/second-line.tsx"
import type { Column } from "../../ui/data/data-table.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { logFilters, logPaging, nothingLogged } from "./log-filters.ts"
import { signInInWords } from "./log-labels.ts"

const columns: readonly Column<SignInEntry>[] = [
  {
    title: "时间",
    sortedBy: "at",
    width: "150px",
    cell: ({ at }) => <time title={at}>{formatMoment(at, nowMs(), { withSeconds: true })}</time>,
  },
  { title: "账号", sortedBy: "account", width: "16%", cell: ({ account }) => account },
  {
    title: "人员",
    sortedBy: "name",
    cell: ({ nickname, orgname }) => (
      <>
        {nickname ?? "—"}
        {orgname && <SecondLine>{orgname}</SecondLine>}
      </>
    ),
  },
  {
    title: "结果",
    sortedBy: "result",
    width: "170px",
    cell: ({ result, reason }) => {
      const { words, tone, icon } = signInInWords(result)
      return (
        <>
          <Tag tone={tone} icon={icon}>
            {words}
          </Tag>
          {reason && <SecondLine>{reasonLabel(reason)}</SecondLine>}
        </>
      )
    },
  },
  { title: "入口", width: "120px", cell: ({ variant }) => variantLabel(variant) },
  {
    title: "来自",
    sortedBy: "ip",
    width: "18%",
    cell: ({ ip, browser }) => (
      <>
        {ip ?? "未知地址"}
        <SecondLine>{browser}</SecondLine>
      </>
    ),
  },
]

const results = [
  ["", "全部"],
  ...signInResults.map((result) => [result, signInResultLabels[result]] as const),
] as const

export function SignInLog() {
  const url = useUrlFilters(logFilters)
  const { account, result } = url.state
  return (
    <List
      label="登录日志"
      what="记录"
      url={url}
      fields={[
        { search: "account", label: "账号", placeholder: "输入完整账号", maxLength: sessionLimits.account },
        { choice: "result", label: "结果", choices: results },
        ...periodFields(url.state),
      ]}
      call={logCalls.signIns}
      input={{
        ...periodBounds(url.state),
        ...(account !== "" && { account }),
        ...(result !== "" && { result }),
      }}
      file={logCalls.exportSignIns}
      rowsOf={({ items }) => items}
      keyOf={({ id }) => id}
      columns={columns}
      paging={logPaging}
      empty={nothingLogged}
    />
  )
}
