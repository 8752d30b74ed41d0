import { useEffect, useState, type ReactNode } from "react"

/** A loading face that comes at once and goes at once is a flicker: it waits, and quick work never shows it. */
export function Delayed({
  delayMs = 300,
  children,
}: {
  readonly delayMs?: number
  readonly children: ReactNode
}) {
  const [isDue, setDue] = useState(delayMs === 0)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isDue ? children : null
}
