import { variantLabel, reasonLabel, signInResultLabels } from "@uc/contract/logs/log-labels"
import { logCalls, signInResults, type SignInEntry, type SignInResult } from "@uc/contract/logs/calls"
import { sessionLimits } from "@uc/contract/account/calls"
import { useSearchParams } from "react-router"
import { nowMs } from "../../platform/browser/clock.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { Button } from "../../ui/forms/button.tsx"
import type { Column } from "../../ui/data/data-table.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { ChoiceFilter } from "../../ui/forms/choice-filter.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { LogFilters } from "./log-filters.tsx"
import { LogList } from "./log-list.tsx"
import { signInInWords } from "./log-labels.ts"
import { periodFrom, useLogFilters } from "./use-log-filters.ts"
import css from "./logs.module.css"

const columns: readonly Column<SignInEntry>[] = [
  {
    title: "时间",
    width: "150px",
    cell: ({ at }) => <time title={at}>{formatMoment(at, nowMs(), { withSeconds: true })}</time>,
  },
  { title: "账号", width: "16%", cell: ({ account }) => account },
  {
    title: "人员",
    cell: ({ nickname, orgname }) => (
      <>
        {nickname ?? "—"}
        {orgname && <small className={css.under}>{orgname}</small>}
      </>
    ),
  },
  {
    title: "结果",
    width: "170px",
    cell: ({ result, reason }) => {
      const { words, tone, icon } = signInInWords(result)
      return (
        <>
          <Tag tone={tone} icon={icon}>
            {words}
          </Tag>
          {reason && <small className={css.under}>{reasonLabel(reason)}</small>}
        </>
      )
    },
  },
  { title: "入口", width: "120px", cell: ({ face }) => variantLabel(face) },
  {
    title: "来自",
    width: "18%",
    cell: ({ ip, browser }) => (
      <>
        {ip ?? "未知地址"}
        <small className={css.under}>{browser}</small>
      </>
    ),
  },
]

interface Own {
  readonly account: string
  readonly result: SignInResult | ""
}

const results: readonly (readonly [Own["result"], string])[] = [
  ["", "全部"],
  ...signInResults.map((result) => [result, signInResultLabels[result]] as const),
]

export function SignInLog() {
  const [place] = useSearchParams()
  const none: Own = { account: "", result: "" }
  const said = signInResults.find((each) => each === place.get("result")) ?? ""
  const { own, page, onPage, onOwn, bounds, paging, boxes } = useLogFilters<Own>(none, {
    period: periodFrom(place.get("period")),
    own: { ...none, result: said },
  })
  const filters = {
    ...bounds,
    ...(own.account !== "" && { account: own.account }),
    ...(own.result !== "" && { result: own.result }),
  }
  const answer = useCall(logCalls.signIns, { ...paging, ...filters }, { keepsPrevious: true })
  const file = useExport(logCalls.exportSignIns)
  return (
    <>
      <LogFilters
        {...boxes}
        acts={<ExportButton isBusy={file.isBusy} onExport={() => void file.run(filters)} />}
      >
        <form
          // Emptied by a reset.
          key={own.account}
          className={css.filter}
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget).get("account")
            onOwn({ ...own, account: typeof typed === "string" ? typed.trim() : "" })
          }}
        >
          <label htmlFor="log-account">账号</label>
          <input
            id="log-account"
            name="account"
            defaultValue={own.account}
            maxLength={sessionLimits.account}
            placeholder="按回车查询"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button type="submit">查询</Button>
        </form>
        <ChoiceFilter
          label="结果"
          value={own.result}
          choices={results}
          onChange={(result) => onOwn({ ...own, result })}
        />
      </LogFilters>
      <LogList label="登录日志" answer={answer} columns={columns} page={page} onPage={onPage} />
    </>
  )
}
