import {
  dictionaryAdminCalls,
  dictionaryAdminMessages,
  type CodeTable,
} from "@uc/contract/dictionary/admin-calls"
import { admintypes } from "@uc/contract/account/calls"
import { useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { useUser } from "../../platform/session/session.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { NoAccess } from "../../ui/feedback/no-access.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Page } from "../../ui/layout/page.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { CodeEntries } from "./code-entries.tsx"
import { CodeForm } from "./code-form.tsx"
import { OwnDictionary } from "./own-dictionary.tsx"
import css from "./dictionary.module.css"

/** HOME-4, for the platform's administrators. The server insists on it; here it is only said in time. */
export function Component() {
  const user = useUser()
  if (!user) return null
  if (user.admintype !== admintypes.platform) return <NoAccess words={dictionaryAdminMessages.platformOnly} />
  return (
    <Page title="数据字典" words="各页面的选项和名称来自这里。停用的代码不再供选择，已有数据仍显示它的名称。">
      <Dictionaries />
    </Page>
  )
}

const groups = { table: "代码表", dictionary: "系统字典" } as const

function Dictionaries() {
  const { data, error, refetch } = useCall(dictionaryAdminCalls.tables, {})
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const file = useExport(dictionaryAdminCalls.export)
  if (error)
    return (
      <div className={css.card}>
        <ErrorState title="数据字典没有加载成功" words={messageOf(error)} onRetry={refetch} />
      </div>
    )
  if (!data) return <BarsSkeleton heightsPx={[56, 320]} />
  const keyOf = ({ kind, code }: CodeTable) => `${kind} ${code}`
  const current =
    data.find((table) => keyOf(table) === chosen) ??
    data.find(({ kind }) => kind === "table") ??
    data[0] ??
    null
  return (
    <div className={css.columns}>
      <nav className={css.tables} aria-label="代码表与字典">
        {(["table", "dictionary"] as const).map((kind) => (
          <section key={kind} aria-label={groups[kind]}>
            <h2>{groups[kind]}</h2>
            <ul>
              {data
                .filter((table) => table.kind === kind)
                .map((table) => (
                  <li key={keyOf(table)}>
                    <button
                      type="button"
                      className={classes(css.table, table === current && css.current)}
                      aria-current={table === current || undefined}
                      onClick={() => setChosen(keyOf(table))}
                    >
                      <span>
                        {table.name}
                        <small>{table.code}</small>
                      </span>
                      {kind === "table" && <b>{table.entries}</b>}
                    </button>
                  </li>
                ))}
            </ul>
          </section>
        ))}
        <Button onClick={() => setAdding(true)}>
          <Icon name="plus" sizePx={16} />
          新增代码表
        </Button>
        <ExportButton isBusy={file.isBusy} words="导出全部" onExport={() => void file.run({})} />
      </nav>
      <section className={css.card} aria-label={current?.name ?? "数据字典"}>
        {current === null ? (
          <EmptyState art="empty" title="还没有代码表" words="新增一个代码表，再添加其中的代码。" />
        ) : current.kind === "dictionary" ? (
          <OwnDictionary key={current.code} table={current} />
        ) : (
          <CodeEntries key={current.code} table={current} />
        )}
      </section>
      {isAdding && (
        <CodeForm of={null} onSaved={(code) => setChosen(`table ${code}`)} onClose={() => setAdding(false)} />
      )}
    </div>
  )
}
