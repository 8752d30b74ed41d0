import { useState } from "react"

interface TypedValue {
  /** What the box shows. */
  readonly text: string
  /** It holds text that is no value, and nothing was reported. */
  readonly isWrong: boolean
  readonly setText: (text: string) => void
  /** Typing has ended: readable text becomes the value. */
  readonly take: () => void
  /** Another value was chosen: the typed text is dropped. */
  readonly forget: () => void
}

/** A value that is typed as text: unreadable text stays in the box, marked, until it is corrected or the value changes. */
export function useTypedValue(
  value: string,
  parse: (text: string) => string | null,
  onChange: (value: string) => void,
): TypedValue {
  const [typed, setTyped] = useState<string | null>(null)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setTyped(null)
  }
  const read = typed === null ? value : typed.trim() === "" ? "" : parse(typed)
  return {
    text: typed ?? value,
    isWrong: read === null,
    setText: setTyped,
    forget: () => setTyped(null),
    take() {
      if (typed === null || read === null) return
      setTyped(null)
      if (read !== value) onChange(read)
    },
  }
}
