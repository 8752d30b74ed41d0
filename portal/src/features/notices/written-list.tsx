import {
  noticeCalls,
  noticeMessages,
  noticeStates,
  type NoticeState,
  type WrittenNotice,
} from "@uc/contract/notices/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { ChosenBar } from "../../page-kit/bulk/chosen-bar.tsx"
import { useChosenRows } from "../../page-kit/bulk/use-chosen-rows.ts"
import { List } from "../../page-kit/list/list.tsx"
import type { UrlState } from "../../page-kit/list/use-url-filters.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { send } from "../../platform/http/send.ts"
import { callKey } from "../../platform/http/use-call.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { titleField, type NoticeFilterState } from "./notice-filters.ts"
import { NoticeForm } from "./notice-form.tsx"
import { ReadersDialog } from "./readers-dialog.tsx"
import { useNoticeAction } from "./use-notice-action.ts"
import { writtenColumns, type WrittenAct } from "./written-columns.tsx"

const stages = [["", "全部"], ...(Object.entries(noticeStates) as [NoticeState, string][])] as const

type Open =
  | { readonly at: "edited"; readonly notice: WrittenNotice | null }
  | { readonly at: Exclude<WrittenAct, "edited">; readonly notice: WrittenNotice }
  | null

interface WrittenListProps {
  readonly user: CurrentUser
  readonly url: UrlState<NoticeFilterState>
}

/** HOME-5: the own organisation's notices, for those who write them. */
export function WrittenList({ user, url }: WrittenListProps) {
  const client = useQueryClient()
  const { attempt } = useNoticeAction()
  const { stage, title } = url.state
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const chosen = useChosenRows<WrittenNotice>({
    keyOf: ({ id }) => id,
    nameOf: ({ title: name }) => name,
    isSelectable: ({ state }) => state !== "draft",
    allWords: "选择本页已发布的通知",
  })

  async function confirmed(call: typeof noticeCalls.withdraw | typeof noticeCalls.remove, done: string) {
    if (open === null || open.notice === null) return null
    try {
      await attempt(call, { noticeid: open.notice.id, version: open.notice.version })
      showToast("success", done)
      return null
    } catch (failure) {
      // Another may have been first.
      void client.invalidateQueries({ queryKey: callKey(noticeCalls.written) })
      return messageOf(failure) ?? ""
    }
  }

  const chosenNotices = ({ items }: { readonly items: readonly WrittenNotice[] }) => (
    <ChosenBar
      rows={chosen.chosenOf(items)}
      unit="条通知"
      nameOf={({ title: name }) => name}
      actions={[
        {
          words: "撤回",
          icon: "eye-off",
          confirm: { words: "撤回后收件人不再看到它们，变为草稿，可修改后重新发布。" },
          run: ({ id, version }) => send(noticeCalls.withdraw, { noticeid: id, version }),
        },
      ]}
      onDone={() => void client.invalidateQueries({ queryKey: callKey(noticeCalls.written) })}
      onNone={chosen.onNone}
    />
  )

  const add = (
    <Button look="primary" onClick={() => setOpen({ at: "edited", notice: null })}>
      <Icon name="plus" sizePx={16} />
      写通知
    </Button>
  )
  return (
    <>
      <List
        label="本单位发布的通知"
        what="通知"
        url={url}
        fields={[{ choice: "stage", label: "状态", choices: stages }, titleField]}
        call={noticeCalls.written}
        input={{ ...(stage && { state: stage }), ...(title.trim() && { title: title.trim() }) }}
        rowsOf={({ items }) => items}
        keyOf={({ id }) => id}
        columns={writtenColumns((at, notice) => setOpen({ at, notice }))}
        paging={{ by: "cursor", key: "beforeid", input: "beforeid", nextOf: ({ older }) => older }}
        file={noticeCalls.exportWritten}
        selection={chosen.selection}
        summary={chosenNotices}
        actions={add}
        empty={{
          title: "本单位暂无通知",
          words: "写好的通知可以立即发布，也可以定时发布。",
          actions: add,
        }}
      />
      {open?.at === "edited" && <NoticeForm user={user} id={open.notice?.id ?? null} onClose={close} />}
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
