import { useEffect, useState, type KeyboardEvent } from "react"
import { SearchBox } from "./search-box.tsx"

const typingMs = 300

interface DebouncedSearchProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly maxLength: number
  /** After a pause in typing or with Enter, and never while a character is being composed from pinyin. */
  readonly onSettled: (value: string) => void
}

/**
 * A box whose text is stored elsewhere (in the address, in a call's input): typing on is not interrupted when it arrives
 * there.
 */
export function DebouncedSearch({ value, onSettled, ...box }: DebouncedSearchProps) {
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  const [isComposing, setComposing] = useState(false)
  if (value !== seen) {
    setSeen(value)
    // It was changed elsewhere: a reset, a tile, "back".
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }
  useEffect(() => {
    if (typed === sent || isComposing) return
    const timer = setTimeout(() => {
      setSent(typed)
      onSettled(typed)
    }, typingMs)
    return () => clearTimeout(timer)
  })
  function settle(event: KeyboardEvent) {
    // The Enter that ends a word of an input method is not ours.
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return
    // It may stand inside of a form, which is not to be sent.
    event.preventDefault()
    if (typed === sent) return
    setSent(typed)
    onSettled(typed)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the box inside
    <div
      onKeyDown={settle}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
    >
      <SearchBox {...box} value={typed} onChange={setTyped} />
    </div>
  )
}
