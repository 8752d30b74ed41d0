import { newsAdminCalls } from "@uc/contract/news/admin-calls"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { DialogHead } from "../../../ui/overlays/dialog-head.tsx"
import { Modal } from "../../../ui/overlays/modal.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { CleanHtml } from "../../rich-text/public.ts"

interface PreviewDialogProps {
  readonly title: string
  readonly body: string
  readonly onClose: () => void
}

/** As readers will see it: the typed text is cleaned by the server first. */
export const PreviewDialog = closesWhenBroken(function PreviewDialog({
  title,
  body,
  onClose,
}: PreviewDialogProps) {
  const { data, error, refetch } = useCall(newsAdminCalls.preview, { body })
  return (
    <Modal label="预览" place="window" sizePx={{ width: 840, height: 680 }} onClose={onClose}>
      <DialogHead title={title.trim() || "（未填标题）"} onClose={onClose} />
      <Stack grow pad={20} align="start" scrolls>
        {error && !data ? (
          <ErrorState title="预览加载失败" words={messageOf(error)} onRetry={refetch} />
        ) : !data ? (
          <BarsSkeleton heightsPx={[24, 24, 24]} />
        ) : data.body === "" ? (
          <Text as="p" tone="soft">
            正文为空。
          </Text>
        ) : (
          <CleanHtml html={data.body} />
        )}
      </Stack>
    </Modal>
  )
})
