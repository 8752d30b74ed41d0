import { useCallback, useEffect, useLayoutEffect, useState, type ComponentType } from "react"
import type { DataRouter } from "react-router"
import { provideIdentityCheck, unlock, type AskingGuest } from "../../platform/session/identity.ts"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { whileLoading } from "../../platform/browser/loading.ts"
import type { ReauthDialogProps } from "../../features/reauth/reauth-dialog.tsx"
import { showToast } from "../../platform/browser/toast.ts"
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx"
import { windowBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { watchBack } from "../routing/watch-back.ts"
import { entrancePath } from "../routing/static-home/leave.ts"
import { staticRouteAt } from "../routing/routes.ts"

interface Asked {
  readonly mid: string
  readonly guest: AskingGuest | undefined
  /** Tells it from another one for the same module: what was typed must not be left for the next. */
  readonly turn: number
  readonly Dialog: ComponentType<ReauthDialogProps>
  readonly settle: (isProven: boolean) => void
}

let lastTurn = 0

/** Where a person is asked to prove who they are: over every page, also before the first one is there (AUTH-1, REQ-6). */
export function IdentityHost({ router }: { readonly router: DataRouter }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [cancel, setCancel] = useState<(() => void) | null>(null)

  useEffect(() => {
    provideIdentityCheck(async (mid, guest) => {
      // Who is about to sign in needs no unlocking: the form is there.
      if (mid === unlock && staticRouteAt(router.state.location.pathname)?.isLogin) return false
      const { ReauthDialog } = await whileLoading(
        loadChunk(() => import("../../features/reauth/reauth-dialog.tsx")),
      )
      if (guest?.signal.aborted) return false
      return new Promise((settle) => {
        const asks: Asked = { mid, guest, turn: ++lastTurn, Dialog: ReauthDialog, settle }
        setAsked(asks)
        // The opener is gone, and so is its dialog.
        guest?.signal.addEventListener("abort", () => {
          setAsked((current) => {
            if (current === asks) setCancel(null)
            return current === asks ? null : current
          })
          settle(false)
        })
      })
    })
  }, [router])

  useLayoutEffect(() => (cancel === null ? undefined : watchBack(router, cancel)), [router, cancel])

  const onReady = useCallback((give: () => void) => setCancel(() => give), [])
  if (!asked) return null
  const { mid, guest, turn, Dialog, settle } = asked
  function onSettled(isProven: boolean) {
    setAsked(null)
    setCancel(null)
    settle(isProven)
  }
  return (
    <ErrorBoundary
      key={turn}
      place="identity"
      onError={() => {
        showToast("error", windowBroken)
        onSettled(false)
      }}
    >
      <Dialog
        mid={mid}
        askedBy={guest?.origin ?? null}
        operation={guest?.operation ?? null}
        onReady={onReady}
        onSettled={onSettled}
        onSignedOut={() => void router.navigate(entrancePath(), { replace: true })}
      />
    </ErrorBoundary>
  )
}
