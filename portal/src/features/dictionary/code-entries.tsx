import { dictionaryAdminCalls, type CodeEntry, type CodeTable } from "@uc/contract/dictionary/admin-calls"
import { useState, type KeyboardEvent } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { useFocusAfter } from "../../platform/browser/use-focus-after.ts"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { PopupMenu, type PopupEntry } from "../../ui/overlays/popup-menu.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { CodeForm } from "./code-form.tsx"
import { TableHead } from "./table-head.tsx"
import { useCodeAction } from "./use-code-action.ts"
import css from "./dictionary.module.css"

type Asked =
  | { readonly what: "add" | "rename" | "drop-table" }
  | { readonly what: "edit" | "remove"; readonly entry: CodeEntry }

/** One code table: its codes in their order. */
export function CodeEntries({ table }: { readonly table: CodeTable }) {
  const { data, error, refetch } = useCall(dictionaryAdminCalls.entries, { table: table.code })
  const file = useExport(dictionaryAdminCalls.export)
  const { act, confirmed, isBusy } = useCodeAction()
  const focusAfter = useFocusAfter(data)
  const [asked, setAsked] = useState<Asked | null>(null)

  async function move(entries: readonly CodeEntry[], at: number, to: number) {
    const entry = entries[at]
    if (!entry || to < 0 || to >= entries.length) return
    const order = entries.toSpliced(at, 1).toSpliced(to, 0, entry)
    const ids = order.map(({ id }) => id).join()
    await act(dictionaryAdminCalls.arrange, { table: table.code, ids })
    focusAfter(`code-${entry.id}`)
  }

  async function turn(entry: CodeEntry) {
    const { id, code, name, remark, isDisabled, version } = entry
    const input = { id, table: table.code, code, name, remark, isDisabled: !isDisabled, version }
    if (await act(dictionaryAdminCalls.save, input))
      showToast("success", isDisabled ? "已启用" : "已停用，不再供选择")
  }

  async function remove(id: string): Promise<string | null> {
    const wrong = await confirmed(dictionaryAdminCalls.remove, { id })
    if (wrong === null) showToast("success", "已删除")
    return wrong
  }

  return (
    <>
      <TableHead table={table}>
        <Row gap={8} wrap>
          {table.entries > 0 && (
            <ExportButton isBusy={file.isBusy} onExport={() => void file.run({ table: table.code })} />
          )}
          <Button onClick={() => setAsked({ what: "rename" })}>
            <Icon name="edit" sizePx={16} />
            改名
          </Button>
          {table.id !== null && !table.isBuiltIn && (
            <Button onClick={() => setAsked({ what: "drop-table" })}>
              <Icon name="trash" sizePx={16} />
              删除
            </Button>
          )}
          {!table.isBuiltIn && (
            <Button look="primary" onClick={() => setAsked({ what: "add" })}>
              <Icon name="plus" sizePx={16} />
              新增代码
            </Button>
          )}
        </Row>
      </TableHead>
      {table.isBuiltIn && (
        <Text as="p" tone="faint" size={13}>
          程序按这些代码工作：可以改名、排序和停用，不能增加和删除。
        </Text>
      )}
      {error ? (
        <ErrorState title="代码加载失败" words={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <BarsSkeleton heightsPx={Array.from({ length: 5 }, () => 44)} />
      ) : data.length === 0 ? (
        <EmptyState art="empty" title="暂无代码" words="点击“新增代码”，添加第一个选项。" />
      ) : (
        <Stack
          as="ol"
          line="top"
          className={css.entries}
          aria-busy={isBusy}
          aria-label={`${table.name}的代码`}
        >
          {data.map((entry, at) => (
            <Entry
              key={entry.id}
              entry={entry}
              isFirst={at === 0}
              isLast={at === data.length - 1}
              mayRemove={!table.isBuiltIn}
              onMove={(by) => void move(data, at, at + by)}
              onTurn={() => void turn(entry)}
              onAsk={(what) => setAsked({ what, entry })}
            />
          ))}
        </Stack>
      )}
      {asked?.what === "add" && <CodeForm of={table} onClose={() => setAsked(null)} />}
      {asked?.what === "rename" && <CodeForm of={null} entry={table} onClose={() => setAsked(null)} />}
      {asked?.what === "edit" && <CodeForm of={table} entry={asked.entry} onClose={() => setAsked(null)} />}
      {asked?.what === "remove" && (
        <ConfirmDialog
          title={`删除“${asked.entry.name}”？`}
          words="没有数据使用它时才能删除，删除后不能恢复。只是不再供选择时，可以停用。"
          confirm="删除"
          look="danger"
          onConfirm={() => remove(asked.entry.id)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.what === "drop-table" && (
        <ConfirmDialog
          title={`删除代码表“${table.name}”？`}
          words="其中没有代码时才能删除，删除后不能恢复。"
          confirm="删除"
          look="danger"
          onConfirm={() => remove(table.id ?? "")}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

interface EntryProps {
  readonly entry: CodeEntry
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly mayRemove: boolean
  readonly onMove: (by: -1 | 1) => void
  readonly onTurn: () => void
  readonly onAsk: (what: "edit" | "remove") => void
}

function Entry({ entry, isFirst, isLast, mayRemove, onMove, onTurn, onAsk }: EntryProps) {
  function onKey(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return
    event.preventDefault()
    onMove(event.key === "ArrowUp" ? -1 : 1)
  }
  const actions: PopupEntry[] = [
    { key: "edit", label: "编辑", icon: "edit", onPick: () => onAsk("edit") },
    ...(isFirst ? [] : [{ key: "up", label: "上移", icon: "caps" as const, onPick: () => onMove(-1) }]),
    ...(isLast ? [] : [{ key: "down", label: "下移", icon: "down" as const, onPick: () => onMove(1) }]),
    {
      key: "turn",
      label: entry.isDisabled ? "启用" : "停用",
      icon: entry.isDisabled ? "eye" : "eye-off",
      onPick: onTurn,
    },
    ...(mayRemove
      ? [{ key: "remove", label: "删除", icon: "trash" as const, onPick: () => onAsk("remove") }]
      : []),
  ]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <Row
      as="li"
      gap={12}
      padX={4}
      line="bottom"
      breaks
      className={classes(css.entry, entry.isDisabled && css.off)}
      onKeyDown={onKey}
    >
      <Text as="code" tone="soft">
        {entry.code}
      </Text>
      <button
        type="button"
        id={`code-${entry.id}`}
        className={css.name}
        title="编辑；Alt+上下键移动"
        onClick={() => onAsk("edit")}
      >
        {entry.name}
      </button>
      <Text tone="faint" size={13} className={css.remark}>
        {entry.remark}
      </Text>
      {entry.isDisabled ? <Tag icon="eye-off">已停用</Tag> : <span />}
      <PopupMenu label={`${entry.name}的操作`} entries={actions}>
        <Icon name="manage" sizePx={16} />
      </PopupMenu>
    </Row>
  )
}
