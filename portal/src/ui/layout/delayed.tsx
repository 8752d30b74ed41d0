import { useEffect, useState, type ReactNode } from "react"

/** Shows a loading state only after a while, so that quick work does not flicker. */
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
