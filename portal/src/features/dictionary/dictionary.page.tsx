import { holds, noPermissionMessage } from "@uc/contract/roles/permissions"
import { dictionaryAdminCalls, type CodeTable } from "@uc/contract/dictionary/admin-calls"
import { useState } from "react"
import { z } from "zod"
import { urlFilters, view } from "../../page-kit/list/url-filters.ts"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
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
import { Page, Sheet } from "../../ui/layout/page.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Split } from "../../ui/primitives/split.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { CodeEntries } from "./code-entries.tsx"
import { CodeForm } from "./code-form.tsx"
import { OwnDictionary } from "./own-dictionary.tsx"
import css from "./dictionary.module.css"

/** HOME-4, for the platform's administrators. The server checks it; the page only says so early. */
export function Component() {
  const user = useUser()
  if (!user) return null
  if (!holds(user, "dictionary.manage")) return <NoAccess words={noPermissionMessage("dictionary.manage")} />
  return (
    <Page title="数据字典" words="各页面的选项和名称来自这里。停用的代码不再供选择，已有数据仍显示它的名称。">
      <Dictionaries />
    </Page>
  )
}

/** Which one is open: `table sex`. */
const dictionaryFilters = urlFilters({ table: view(z.string().max(80), "") })

const groups = { table: "代码表", dictionary: "系统字典" } as const

function Dictionaries() {
  const { data, error, refetch } = useCall(dictionaryAdminCalls.tables, {})
  const { state, go } = useUrlFilters(dictionaryFilters)
  const [isAdding, setAdding] = useState(false)
  const file = useExport(dictionaryAdminCalls.export)
  if (error)
    return (
      <Sheet>
        <ErrorState title="数据字典加载失败" words={messageOf(error)} onRetry={refetch} />
      </Sheet>
    )
  if (!data) return <BarsSkeleton heightsPx={[56, 320]} />
  const keyOf = ({ kind, code }: CodeTable) => `${kind} ${code}`
  const current =
    data.find((table) => keyOf(table) === state.table) ??
    data.find(({ kind }) => kind === "table") ??
    data[0] ??
    null
  return (
    <Split sidePx={260} gap={16}>
      <Stack as="nav" gap={12} padX={12} padY={16} surface="card" aria-label="代码表与字典">
        {(["table", "dictionary"] as const).map((kind) => (
          <section key={kind} aria-label={groups[kind]}>
            <Text as="h2" tone="faint" size={13} weight={500} pad={8}>
              {groups[kind]}
            </Text>
            <ul className={css.tables}>
              {data
                .filter((table) => table.kind === kind)
                .map((table) => (
                  <li key={keyOf(table)}>
                    <Row
                      as="button"
                      type="button"
                      gap={8}
                      padX={8}
                      padY={4}
                      justify="between"
                      className={classes(css.table, table === current && css.current)}
                      aria-current={table === current || undefined}
                      onClick={() => go({ table: keyOf(table) })}
                    >
                      <Text breaks>
                        {table.name}
                        <SecondLine>{table.code}</SecondLine>
                      </Text>
                      {kind === "table" && (
                        <Text tone="faint" figures>
                          {table.entries}
                        </Text>
                      )}
                    </Row>
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
      </Stack>
      <Stack
        as="section"
        gap={12}
        padX={20}
        padY={16}
        surface="card"
        aria-label={current?.name ?? "数据字典"}
      >
        {current === null ? (
          <EmptyState art="empty" title="暂无代码表" words="新增一个代码表，再添加其中的代码。" />
        ) : current.kind === "dictionary" ? (
          <OwnDictionary key={current.code} table={current} />
        ) : (
          <CodeEntries key={current.code} table={current} />
        )}
        {isAdding && (
          <CodeForm
            of={null}
            onSaved={(code) => go({ table: `table ${code}` })}
            onClose={() => setAdding(false)}
          />
        )}
      </Stack>
    </Split>
  )
}
