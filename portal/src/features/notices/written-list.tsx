import {
  noticeCalls,
  noticeMessages,
  noticeStates,
  type NoticeState,
  type WrittenNotice,
} from "@uc/contract/notices/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useQueryClient } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { callKey, useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { Button } from "../../ui/forms/button.tsx"
import { ChoiceFilter } from "../../ui/forms/choice-filter.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { DataTable } from "../../ui/data/data-table.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { KeyPager } from "./key-pager.tsx"
import { NoticeForm } from "./notice-form.tsx"
import { TitleSearch } from "./notice-list.tsx"
import { ReadersDialog } from "./readers-dialog.tsx"
import { useKeyPages } from "./use-key-pages.ts"
import { writtenColumns, type WrittenAct } from "./written-columns.tsx"
import css from "./notices.module.css"

const states: readonly (readonly [NoticeState | "", string])[] = [
  ["", "全部"],
  ...(Object.entries(noticeStates) as [NoticeState, string][]),
]

type Open =
  | { readonly at: "edited"; readonly notice: WrittenNotice | null }
  | { readonly at: Exclude<WrittenAct, "edited">; readonly notice: WrittenNotice }
  | null

/** HOME-5: the own organisation's notices, for those who write them. */
export function WrittenList({ user }: { readonly user: CurrentUser }) {
  const client = useQueryClient()
  const [state, setState] = useState<NoticeState | "">("")
  const [title, setTitle] = useState("")
  const [open, setOpen] = useState<Open>(null)
  const { page, after, onPage } = useKeyPages(`${state} ${title}`)
  const filters = { ...(state !== "" && { state }), ...(title !== "" && { title }) }
  const { data, error, isPlaceholderData, refetch } = useCall(
    noticeCalls.written,
    { ...filters, ...(after !== undefined && { beforeid: after }) },
    { keepsPrevious: true },
  )
  const file = useExport(noticeCalls.exportWritten)

  async function refresh() {
    await Promise.all(
      [noticeCalls.written, noticeCalls.writtenDetail, noticeCalls.list].map((call) =>
        client.invalidateQueries({ queryKey: callKey(call) }),
      ),
    )
  }

  async function confirmed(call: typeof noticeCalls.withdraw | typeof noticeCalls.remove, done: string) {
    if (open === null || open.notice === null) return null
    try {
      await send(call, { noticeid: open.notice.id, version: open.notice.version })
      showToast("success", done)
      await refresh()
      return null
    } catch (failure) {
      void refresh()
      return messageOf(failure) ?? ""
    }
  }

  const columns = useMemo(() => writtenColumns((at, notice) => setOpen({ at, notice })), [])
  const add = (
    <Button look="primary" onClick={() => setOpen({ at: "edited", notice: null })}>
      <Icon name="plus" sizePx={16} />
      写通知
    </Button>
  )
  const close = () => setOpen(null)
  return (
    <>
      <div className={css.filters} role="search" aria-label="筛选">
        <ChoiceFilter label="状态" value={state} choices={states} onChange={setState} />
        <TitleSearch key={title} title={title} onSearch={setTitle} />
        <span className={css.last}>
          <ExportButton isBusy={file.isBusy} onExport={() => void file.run(filters)} />
          {add}
        </span>
      </div>
      {error && !data ? (
        <ErrorState title="通知没有加载成功" words={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <BarsSkeleton heightsPx={Array.from({ length: 6 }, () => 48)} />
      ) : data.items.length === 0 && page === 0 ? (
        state === "" && title === "" ? (
          <EmptyState
            art="empty"
            title="本单位还没有通知"
            words="写好的通知可以立即发布，也可以定时发布。"
            actions={add}
          />
        ) : (
          <EmptyState art="empty" title="没有符合条件的通知" words="试试放宽筛选条件。" />
        )
      ) : (
        <>
          <DataTable
            label="本单位发布的通知"
            columns={columns}
            rows={data.items}
            keyOf={({ id }) => id}
            isStale={isPlaceholderData}
          />
          {(page > 0 || data.older !== null) && <KeyPager page={page} next={data.older} onPage={onPage} />}
        </>
      )}
      {open?.at === "edited" && (
        <NoticeForm user={user} id={open.notice?.id ?? null} onSaved={refresh} onClose={close} />
      )}
      {open?.at === "readers" && <ReadersDialog notice={open.notice} onClose={close} />}
      {open?.at === "withdrawn" && (
        <ConfirmDialog
          title={`撤回“${open.notice.title}”？`}
          words="撤回后收件人不再看到它，变为草稿，可修改后重新发布。"
          confirm="撤回"
          onConfirm={() => confirmed(noticeCalls.withdraw, noticeMessages.withdrawn)}
          onClose={close}
        />
      )}
      {open?.at === "removed" && (
        <ConfirmDialog
          title={`删除“${open.notice.title}”？`}
          words="通知和它的已读记录一起删除，不能恢复。"
          confirm="删除"
          look="danger"
          onConfirm={() => confirmed(noticeCalls.remove, noticeMessages.removed)}
          onClose={close}
        />
      )}
    </>
  )
}
