import { useCallback, useEffect, useState, type ComponentType } from "react"
import type { DataRouter } from "react-router"
import { provideIdentityCheck, unlock } from "../platform/identity.ts"
import { whileLoading } from "../platform/loading.ts"
import type { ReauthDialogProps } from "../features/reauth/reauth-dialog.tsx"
import { watchBack } from "./watch-back.ts"
import { entrancePath } from "./leave.ts"
import { staticRouteAt } from "./routes.ts"

interface Asked {
  readonly mid: string
  readonly Dialog: ComponentType<ReauthDialogProps>
  readonly settle: (isProven: boolean) => void
}

/** Where a person is asked to prove who they are: over every page, also before the first one is there (AUTH-1, REQ-6). */
export function IdentityHost({ router }: { readonly router: DataRouter }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [cancel, setCancel] = useState<(() => void) | null>(null)

  useEffect(() => {
    provideIdentityCheck(async (mid) => {
      // Whoever is about to sign in needs no unlocking; the form is there.
      if (mid === unlock && staticRouteAt(router.state.location.pathname)?.isLogin) return false
      const { ReauthDialog } = await whileLoading(import("../features/reauth/reauth-dialog.tsx"))
      return new Promise((settle) => setAsked({ mid, Dialog: ReauthDialog, settle }))
    })
  }, [router])

  useEffect(() => (cancel === null ? undefined : watchBack(router, cancel)), [router, cancel])

  const onReady = useCallback((give: () => void) => setCancel(() => give), [])
  if (!asked) return null
  const { mid, Dialog, settle } = asked
  return (
    <Dialog
      key={mid}
      mid={mid}
      onReady={onReady}
      onSettled={(isProven) => {
        setAsked(null)
        setCancel(null)
        settle(isProven)
      }}
      onSignedOut={() => void router.navigate(entrancePath(), { replace: true })}
    />
  )
}
