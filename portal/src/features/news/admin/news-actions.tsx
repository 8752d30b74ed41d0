import { newsAdminCalls, newsAdminMessages, type WrittenNews } from "@uc/contract/news/admin-calls"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { nowMs } from "../../../platform/browser/clock.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { MomentField, Tick } from "../../../ui/forms/form-fields.tsx"
import { momentAt } from "../../../ui/format/moment-in-words.ts"
import { Text } from "../../../ui/primitives/text.tsx"
import { useNewsAction } from "./use-news-action.ts"

interface ActProps {
  readonly piece: Pick<WrittenNews, "id" | "version" | "title">
  readonly onClose: () => void
  readonly onDone?: (after: WrittenNews) => void
}

const hourMs = 60 * 60 * 1000

/** Now, or later: the day and hour are China's, as everywhere. */
export const PublishDialog = closesWhenBroken(function PublishDialog({ piece, onClose, onDone }: ActProps) {
  const { attempt } = useNewsAction()
  const form = useForm({
    call: newsAdminCalls.publish,
    attempt,
    initial: () => ({
      isLater: false,
      at: momentAt(nowMs() + hourMs)
        .slice(0, 16)
        .replace(" ", "T"),
    }),
    input: ({ isLater, at }) => ({
      id: piece.id,
      version: piece.version,
      ...(isLater && { at: `${at.replace("T", " ")}:00` }),
    }),
    check: ({ isLater, at }) => (isLater && at === "" ? { at: "请选择发布时间" } : null),
    onDone(after) {
      const isPublished = after.state === "published"
      showToast("success", isPublished ? newsAdminMessages.published : newsAdminMessages.scheduled)
      onDone?.(after)
      onClose()
    },
  })
  const { isLater } = form.values
  return (
    <FormDialog
      title={`发布“${piece.title}”`}
      confirm={isLater ? "定时发布" : "立即发布"}
      form={form}
      onClose={onClose}
    >
      <Text as="p" tone="soft">
        发布后，读者在服务页和首页看到它；订阅了新闻的人员会收到消息提醒。
      </Text>
      <Tick label="定时发布" value={isLater} onValue={(isOn) => form.set({ isLater: isOn })} />
      {isLater && (
        <MomentField
          label="发布时间（北京时间）"
          usualTime="08:00"
          min={momentAt(nowMs()).slice(0, 10)}
          {...form.bind("at")}
        />
      )}
    </FormDialog>
  )
})

export function WithdrawNews({ piece, onClose, onDone }: ActProps) {
  const { attempt } = useNewsAction()
  return (
    <ConfirmDialog
      title={`撤回“${piece.title}”？`}
      words="读者将不再看到它。它回到草稿，修改后可以重新发布。"
      confirm="撤回"
      onConfirm={() =>
        problemOf(async () => {
          const after = await attempt(newsAdminCalls.withdraw, { id: piece.id, version: piece.version })
          showToast("success", newsAdminMessages.withdrawn)
          onDone?.(after)
        })
      }
      onClose={onClose}
    />
  )
}

export function RemoveNews({ piece, onClose }: Omit<ActProps, "onDone">) {
  const { attempt } = useNewsAction()
  return (
    <ConfirmDialog
      title={`删除“${piece.title}”？`}
      words="删除后不能恢复。只想让读者看不到时，请用“撤回”。"
      confirm="删除"
      look="danger"
      onConfirm={() =>
        problemOf(async () => {
          await attempt(newsAdminCalls.remove, { id: piece.id, version: piece.version })
          showToast("success", newsAdminMessages.removed)
        })
      }
      onClose={onClose}
    />
  )
}

async function problemOf(work: () => Promise<void>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (failure) {
    return messageOf(failure) ?? ""
  }
}
