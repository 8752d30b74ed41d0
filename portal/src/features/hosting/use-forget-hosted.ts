import { useEffect } from "react"
import { storedUser, watchUser } from "../../platform/session/session.ts"
import { forgetHosted } from "./hosted-pages.ts"

/** After a sign-out the open pages are closed. */
export function useForgetHosted(): void {
  useEffect(() => {
    let lastId = storedUser()?.id
    const stop = watchUser((user) => {
      if (user?.id === lastId) return
      lastId = user?.id
      forgetHosted()
    })
    return () => {
      stop()
      forgetHosted()
    }
  }, [])
}
