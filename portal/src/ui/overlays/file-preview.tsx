import { useState } from "react"
import { Button, buttonClass } from "../forms/button.tsx"
import { closesWhenBroken } from "../feedback/closes-when-broken.tsx"
import { ErrorState } from "../feedback/error-state.tsx"
import { Icon } from "../navigation/icon.tsx"
import { Row } from "../primitives/row.tsx"
import { Text } from "../primitives/text.tsx"
import { DialogHead } from "./dialog-head.tsx"
import { Modal } from "./modal.tsx"
import css from "./file-preview.module.css"

interface PreviewedFile {
  readonly key: string
  readonly name: string
  readonly shows: "picture" | "pdf"
  readonly address: string
  readonly download: string
}

interface FilePreviewProps {
  readonly files: readonly PreviewedFile[]
  readonly first: string
  readonly onClose: () => void
}

/** DAY-8: pictures and PDF above the page, one of several at a time. */
export const FilePreview = closesWhenBroken(function FilePreview({
  files,
  first,
  onClose,
}: FilePreviewProps) {
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      files.findIndex(({ key }) => key === first),
    ),
  )
  const file = files[at]
  if (!file) return null
  const { key, name, shows, address, download } = file
  return (
    <Modal label={`预览${name}`} place="window" sizePx={{ width: 1100, height: 860 }} onClose={onClose}>
      <DialogHead title={name} onClose={onClose} />
      <div className={css.ground}>
        {shows === "picture" ? (
          <Picture key={key} name={name} address={address} />
        ) : (
          // No sandbox: no browser runs its viewer inside of one. The server lets nothing act in it (decision 079).
          // oxlint-disable-next-line react/iframe-missing-sandbox
          <iframe key={key} className={css.paper} title={name} src={address} />
        )}
      </div>
      <Row justify="between" gap={8} wrap padX={16} padY={10} line="top">
        {files.length > 1 ? (
          <Row gap={8}>
            <Button disabled={at === 0} onClick={() => setAt(at - 1)}>
              上一个
            </Button>
            <Button disabled={at === files.length - 1} onClick={() => setAt(at + 1)}>
              下一个
            </Button>
            <Text tone="soft" size={13} figures aria-live="polite">
              {at + 1} / {files.length}
            </Text>
          </Row>
        ) : (
          <span />
        )}
        <a className={buttonClass()} href={download} download={name}>
          <Icon name="download" sizePx={16} />
          下载
        </a>
      </Row>
    </Modal>
  )
})

function Picture({ name, address }: { readonly name: string; readonly address: string }) {
  const [isBroken, setBroken] = useState(false)
  const [attempt, setAttempt] = useState(0)
  if (isBroken)
    return (
      <ErrorState
        title="图片加载失败"
        words="请检查网络后重试，或下载后查看。"
        onRetry={() => {
          setAttempt(attempt + 1)
          setBroken(false)
        }}
      />
    )
  return <img key={attempt} src={address} alt={name} onError={() => setBroken(true)} />
}
