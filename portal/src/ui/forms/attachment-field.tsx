import { useId, useRef, useState, type ClipboardEvent, type DragEvent } from "react"
import { Button } from "./button.tsx"
import { classes } from "../theme/classes.ts"
import { Icon } from "../navigation/icon.tsx"
import { Progress } from "../layout/progress.tsx"
import css from "./attachment-field.module.css"

export interface AttachmentItem {
  readonly key: string
  readonly name: string
  /** From 0 to 1. */
  readonly done: number
  readonly problem: string | null
  readonly isKept: boolean
  /** The address of a small picture of it. */
  readonly preview: string | null
}

interface AttachmentFieldProps {
  readonly label: string
  readonly hint: string
  /** One of many on a page: the hint is a tooltip. */
  readonly isSmall?: boolean
  /** As the browser's file chooser takes it. */
  readonly accept: string
  readonly items: readonly AttachmentItem[]
  readonly onAdd: (files: readonly File[]) => void
  readonly onRemove: (key: string) => void
  readonly onRetry: (key: string) => void
}

/** Files by choosing, dropping, pasting, and on a phone by its camera. */
export function AttachmentField({
  label,
  hint,
  isSmall = false,
  accept,
  items,
  onAdd,
  onRemove,
  onRetry,
}: AttachmentFieldProps) {
  const id = useId()
  const fileInput = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    onAdd(files)
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onAdd([...event.dataTransfer.files])
  }

  function taken(input: HTMLInputElement) {
    onAdd([...(input.files ?? [])])
    // The same file again is a choice, too.
    input.value = ""
  }

  return (
    <div className={css.field} role="group" aria-labelledby={id} onPaste={onPaste}>
      <span id={id} className={css.label}>
        {label}
      </span>
      <div
        className={classes(css.well, isSmall && css.small, isOver && css.over)}
        title={isSmall ? hint : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <div className={css.buttons}>
          <Button onClick={() => fileInput.current?.click()}>
            <Icon name="plus" sizePx={16} />
            选择文件
          </Button>
          <span className={css.camera}>
            <Button onClick={() => camera.current?.click()}>
              <Icon name="scan" sizePx={16} />
              拍照
            </Button>
          </span>
          <span className={isSmall ? "only-read-aloud" : css.hint}>{hint}</span>
        </div>
        <input
          ref={fileInput}
          type="file"
          hidden
          multiple
          accept={accept}
          aria-label={label}
          onChange={({ target }) => taken(target)}
        />
        <input
          ref={camera}
          type="file"
          hidden
          accept="image/*"
          capture="environment"
          aria-label={`${label}：拍照`}
          onChange={({ target }) => taken(target)}
        />
        {items.length > 0 && (
          <ul className={css.items} aria-label={`${label}列表`}>
            {items.map((item) => (
              <Item key={item.key} item={item} onRemove={onRemove} onRetry={onRetry} />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function Item({
  item: { key, name, done, problem, isKept, preview },
  onRemove,
  onRetry,
}: {
  readonly item: AttachmentItem
  readonly onRemove: (key: string) => void
  readonly onRetry: (key: string) => void
}) {
  return (
    <li className={classes(css.item, problem !== null && css.failed)}>
      <span className={css.thumb}>
        {preview === null ? (
          <Icon name={problem === null ? "page" : "danger"} />
        ) : (
          <img src={preview} alt="" />
        )}
      </span>
      <span className={css.words}>
        <span className={css.name} title={name}>
          {name}
        </span>
        {problem === null ? (
          isKept ? (
            <small>已上传</small>
          ) : (
            <Progress label={`${name}上传进度`} value={done} max={1} size="thin" tone="brand" />
          )
        ) : (
          <small className={css.problem} role="alert">
            {problem}
          </small>
        )}
      </span>
      {problem !== null && (
        <button type="button" aria-label={`重新上传${name}`} title="重试" onClick={() => onRetry(key)}>
          <Icon name="retry" sizePx={16} />
        </button>
      )}
      <button type="button" aria-label={`移除${name}`} title="移除" onClick={() => onRemove(key)}>
        <Icon name="close" sizePx={16} />
      </button>
    </li>
  )
}
