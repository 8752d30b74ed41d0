import { useState, type MouseEvent } from "react"
import { Button } from "../forms/button.tsx"
import { classes } from "../theme/classes.ts"
import { Icon } from "../navigation/icon.tsx"
import { FilePreview } from "../overlays/file-preview.tsx"
import { showsPdf } from "../overlays/shows-pdf.ts"
import css from "./attachment-list.module.css"

interface ShownAttachment {
  readonly key: string
  readonly name: string
  readonly bytes: number
  /** What can be looked at in place; null: it is only downloaded. */
  readonly shows: "picture" | "pdf" | null
  readonly address: string
  readonly download: string
  /** The address of a small picture of it. */
  readonly preview: string | null
}

function formatSize(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

interface AttachmentListProps {
  readonly label: string
  readonly items: readonly ShownAttachment[]
  /** Many of these lists are on the page: pictures are as high as names. */
  readonly isSmall?: boolean
  readonly onRemove?: (key: string) => void
}

/** Pictures as pictures, anything else by its name. Pictures and PDF open above the page, others are downloaded. */
export function AttachmentList({ label, items, isSmall = false, onRemove }: AttachmentListProps) {
  const [open, setOpen] = useState<string | null>(null)
  if (items.length === 0) return null
  const looked = items.flatMap((item) =>
    item.shows === "picture" || (item.shows === "pdf" && showsPdf()) ? [{ ...item, shows: item.shows }] : [],
  )

  function onClick(event: MouseEvent, key: string) {
    // Somebody who wants a tab of its own gets one.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    setOpen(key)
  }

  return (
    <>
      <ul className={classes(css.list, isSmall && css.small)} aria-label={label}>
        {items.map(({ key, name, bytes, shows, address, download, preview }) => {
          const isLooked = looked.some((each) => each.key === key)
          return (
            <li key={key}>
              <a
                className={preview === null ? css.file : css.picture}
                href={shows === null ? download : address}
                {...(shows === null ? { download: name } : { target: "_blank", rel: "noopener noreferrer" })}
                title={`${shows === null ? "下载" : "查看"}${name}（${formatSize(bytes)}）`}
                onClick={isLooked ? (event) => onClick(event, key) : undefined}
              >
                {preview === null ? (
                  <>
                    <Icon name={shows === null ? "download" : "page"} />
                    <span>{name}</span>
                    <small>{formatSize(bytes)}</small>
                  </>
                ) : (
                  <img src={preview} alt={name} loading="lazy" />
                )}
              </a>
              {onRemove && (
                <Button
                  look="quiet"
                  aria-label={`移除${name}`}
                  title={`移除${name}`}
                  className={css.remove}
                  onClick={() => onRemove(key)}
                >
                  <Icon name="trash" sizePx={14} />
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {open !== null && <FilePreview files={looked} first={open} onClose={() => setOpen(null)} />}
    </>
  )
}
