import css from "./unreadable.module.css"

interface UnreadableProps {
  readonly id: string
  readonly words: string
}

/** Beside a box whose text can't be read: seen, and read aloud when it comes. */
export function Unreadable({ id, words }: UnreadableProps) {
  return (
    <p id={id} role="alert" className={css.said}>
      {words}
    </p>
  )
}
