import { newsAdminCalls, type WrittenColumn } from "@uc/contract/news/admin-calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useState } from "react"
import { Link } from "../../../ui/navigation/link.tsx"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useExport } from "../../../platform/http/use-export.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { ExportButton } from "../../../ui/data/export-button.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Page, Sheet } from "../../../ui/layout/page.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { AdministratorsOnly } from "./administrators-only.tsx"
import { ColumnDialog, MoveDialog } from "./column-dialogs.tsx"
import { levelOf, siblingsOf } from "./column-levels.ts"
import { RemoveDialog } from "./remove-dialog.tsx"
import { ToolRows } from "./tool-rows.tsx"
import { RowTool } from "./row-tool.tsx"
import { SpreadTags } from "./spread-ticks.tsx"
import { useNewsAction } from "./use-news-action.ts"

export function Component() {
  return <AdministratorsOnly>{(user) => <Columns user={user} />}</AdministratorsOnly>
}

type Open =
  | { readonly at: "edit"; readonly column: WrittenColumn | null; readonly parent: WrittenColumn | null }
  | { readonly at: "move" | "remove"; readonly column: WrittenColumn }
  | null

function Columns({ user }: { readonly user: CurrentUser }) {
  const { data, error, refetch } = useCall(newsAdminCalls.columns, {})
  const file = useExport(newsAdminCalls.exportColumns)
  const { act, isBusy, problem } = useNewsAction()
  const [open, setOpen] = useState<Open>(null)
  const columns = data?.columns ?? []
  const close = () => setOpen(null)

  async function step(column: WrittenColumn, by: number) {
    const { id, version, parentId } = column
    const place = siblingsOf(columns, parentId).findIndex((each) => each.id === id) + by
    await act(newsAdminCalls.moveColumn, { id, version, place, ...(parentId !== null && { parentId }) })
  }

  const add = (
    <Button look="primary" onClick={() => setOpen({ at: "edit", column: null, parent: null })}>
      <Icon name="plus" sizePx={16} />
      新增栏目
    </Button>
  )
  return (
    <Page
      title="栏目管理"
      words="新闻归在栏目里；与上级栏目代码相同的栏目，读者看到的是同一个栏目。"
      actions={
        columns.length > 0 && (
          <>
            <ExportButton isBusy={file.isBusy} onExport={() => void file.run({})} />
            {add}
          </>
        )
      }
    >
      <Sheet>
        {problem && (
          <Text as="p" role="alert" padX={12} padY={8} surface="danger" tone="danger">
            {problem}
          </Text>
        )}
        {error && !data ? (
          <ErrorState title="栏目加载失败" words={messageOf(error)} onRetry={refetch} />
        ) : !data ? (
          <BarsSkeleton heightsPx={[48, 48, 48, 48]} />
        ) : columns.length === 0 ? (
          <EmptyState art="empty" title="暂无栏目" words="先建一个栏目，再在里面写新闻。" actions={add} />
        ) : (
          <ToolRows
            isBusy={isBusy}
            rows={columns.map((column) => {
              const siblings = siblingsOf(columns, column.parentId)
              const level = levelOf(columns, column)
              return {
                key: column.id,
                icon: "folder",
                name: column.name,
                level,
                words: (
                  <>
                    {level > 0 && <span className="only-read-aloud">第{level + 1}级，</span>}
                    <Link to={`/main/newsAdmin?columnId=${column.id}`}>{column.news} 篇</Link>
                    {" · "}
                    {column.category}
                  </>
                ),
                tags: <SpreadTags {...column} />,
                tools: (
                  <>
                    <RowTool
                      icon="rise"
                      title="上移"
                      label={`上移${column.name}`}
                      isOff={siblings[0]?.id === column.id}
                      onPress={() => void step(column, -1)}
                    />
                    <RowTool
                      icon="fall"
                      title="下移"
                      label={`下移${column.name}`}
                      isOff={siblings.at(-1)?.id === column.id}
                      onPress={() => void step(column, 1)}
                    />
                    <RowTool
                      icon="move"
                      title="移到别处"
                      label={`移动${column.name}`}
                      onPress={() => setOpen({ at: "move", column })}
                    />
                    <RowTool
                      icon="plus"
                      title="新增下级栏目"
                      label={`在${column.name}下新增栏目`}
                      onPress={() => setOpen({ at: "edit", column: null, parent: column })}
                    />
                    <RowTool
                      icon="edit"
                      title="修改"
                      label={`修改${column.name}`}
                      onPress={() => setOpen({ at: "edit", column, parent: null })}
                    />
                    <RowTool
                      icon="trash"
                      title="删除"
                      label={`删除${column.name}`}
                      onPress={() => setOpen({ at: "remove", column })}
                    />
                  </>
                ),
              }
            })}
          />
        )}
      </Sheet>
      {open?.at === "edit" && (
        <ColumnDialog user={user} column={open.column} parent={open.parent} onClose={close} />
      )}
      {open?.at === "move" && <MoveDialog column={open.column} columns={columns} onClose={close} />}
      {open?.at === "remove" && (
        <RemoveDialog
          title={`删除栏目“${open.column.name}”？`}
          words="删除后不能恢复。栏目中还有新闻或下级栏目时不能删除。"
          removed={open.column}
          by={newsAdminCalls.removeColumn}
          from={newsAdminCalls.columns}
          onClose={close}
        />
      )}
    </Page>
  )
}
