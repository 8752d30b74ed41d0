import { newsAdminCalls } from "@uc/contract/news/admin-calls"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Modal } from "../../../ui/overlays/modal.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { CleanHtml } from "../clean-html.tsx"
import css from "./news-admin.module.css"

interface PreviewDialogProps {
  readonly title: string
  readonly body: string
  readonly onClose: () => void
}

/** As readers will see it: what was typed goes through the server's cleaning first. */
export const PreviewDialog = closesWhenBroken(function PreviewDialog({
  title,
  body,
  onClose,
}: PreviewDialogProps) {
  const { data, error, refetch } = useCall(newsAdminCalls.preview, { body })
  return (
    <Modal label="预览" place="window" sizePx={{ width: 840, height: 680 }} onClose={onClose}>
      <div className={css.preview}>
        <header className={css.previewHead}>
          <h2>{title.trim() || "（未填标题）"}</h2>
          <Button look="quiet" aria-label="关闭" onClick={onClose}>
            <Icon name="close" />
          </Button>
        </header>
        <div className={css.previewBody}>
          {error && !data ? (
            <ErrorState title="预览没有加载成功" words={messageOf(error)} onRetry={refetch} />
          ) : !data ? (
            <BarsSkeleton heightsPx={[24, 24, 24]} />
          ) : data.body === "" ? (
            <p className={css.words}>正文还是空的。</p>
          ) : (
            <CleanHtml html={data.body} />
          )}
        </div>
      </div>
    </Modal>
  )
})
