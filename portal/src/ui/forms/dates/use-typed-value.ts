import { useState } from "react"

interface TypedValue {
  /** What the box shows. */
  readonly text: string
  /** It holds something that is none; nobody has been told of it. */
  readonly isWrong: boolean
  readonly setText: (text: string) => void
  /** The typing is over: what can be read becomes the value. */
  readonly take: () => void
  /** Something else was chosen: what was typed no longer counts. */
  readonly forget: () => void
}

/** A value that is typed as text: what can't be read stays in the box, marked, until it is mended or the value changes. */
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
