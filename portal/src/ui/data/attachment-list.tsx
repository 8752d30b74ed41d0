import { Icon } from "../navigation/icon.tsx"
import css from "./attachment-list.module.css"

interface ShownAttachment {
  readonly key: string
  readonly name: string
  readonly bytes: number
  readonly address: string
  /** The address of a small picture of it. */
  readonly preview: string | null
}

function formatSize(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** Pictures as pictures, anything else by its name; each opens beside the page. */
export function AttachmentList({
  label,
  items,
}: {
  readonly label: string
  readonly items: readonly ShownAttachment[]
}) {
  if (items.length === 0) return null
  return (
    <ul className={css.list} aria-label={label}>
      {items.map(({ key, name, bytes, address, preview }) => (
        <li key={key}>
          <a
            className={preview === null ? css.file : css.picture}
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            title={`${name}（${formatSize(bytes)}）`}
          >
            {preview === null ? (
              <>
                <Icon name="page" />
                <span>{name}</span>
                <small>{formatSize(bytes)}</small>
              </>
            ) : (
              <img src={preview} alt={name} loading="lazy" />
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}
