import { Icon } from "../../ui/navigation/icon.tsx"
import css from "./imports.module.css"

/** What somebody should know though nothing is wrong. */
export function ImportNotes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul className={css.notes} aria-label="提示">
      {notes.map((note) => (
        <li key={note}>
          <Icon name="info" sizePx={16} />
          {note}
        </li>
      ))}
    </ul>
  )
}
