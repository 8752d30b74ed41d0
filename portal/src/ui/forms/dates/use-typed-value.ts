import { useState } from "react"

interface TypedValue {
  /** What the box shows. */
  readonly text: string
  /** It holds text that is no value, and nothing was reported. */
  readonly isWrong: boolean
  /** The typing is over, and it still is none: said in words from now on, not while somebody is in the middle of it. */
  readonly isSaid: boolean
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
  const [isTaken, setTaken] = useState(false)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setTyped(null)
  }
  const read = typed === null ? value : typed.trim() === "" ? "" : parse(typed)
  return {
    text: typed ?? value,
    isWrong: read === null,
    isSaid: read === null && isTaken,
    setText(text) {
      setTyped(text)
      setTaken(false)
    },
    forget: () => setTyped(null),
    take() {
      setTaken(true)
      if (typed === null || read === null) return
      setTyped(null)
      if (read !== value) onChange(read)
    },
  }
}
