import { useCallback, useEffect, useRef } from "react"

/** Aborted when the picker closes: later answers do not matter. */
export function useSignal(): () => AbortSignal {
  const leaving = useRef<AbortController>(null)
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])
  return useCallback(() => leaving.current?.signal ?? AbortSignal.abort(), [])
}
