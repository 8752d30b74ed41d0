import { userCenterOver, type UserCenter } from "@uc/bridge/user-center"
import type { DataRouter } from "react-router"
import { closeDialog, closeDialogs } from "../../platform/dialogs/dialogs.ts"
import { answerHostedFrames } from "../../features/hosting/hosted-frames.ts"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { showFailure } from "../../platform/browser/toast.ts"

/** DLG-4: what pages of the same origin, the portal's own and those in its frames, find on `window`. */
interface PortalUserCenter extends UserCenter {
  /** Without a key, all of them. Each opener gets null. */
  closeDialog(key?: number): void
}

declare global {
  interface Window {
    UserCenter?: PortalUserCenter
  }
}

/** Not in the first chunk: it needs zod and the pickers' shapes. */
const loadAnswers = () => loadChunk(() => import("./bridge-answers.ts"))

export function installGlobalHelpers(router: DataRouter): void {
  window.UserCenter = {
    ...userCenterOver(async (method, args, onEvent) =>
      (await loadAnswers()).answerOwn(method, args, router, onEvent),
    ),
    closeDialog: (key) => (key === undefined ? closeDialogs() : closeDialog(key)),
  }

  let host: ReturnType<typeof import("./bridge-answers.ts").hostBridge> | undefined
  /** With the first frame. A page greets until it is answered, so nothing is lost meanwhile. */
  answerHostedFrames((frame) => {
    let isGone = false
    let dismiss: (() => void) | undefined
    async function admit(): Promise<void> {
      const { hostBridge } = await loadAnswers()
      host ??= hostBridge(router)
      if (!isGone) dismiss = host.admit(frame)
    }
    admit().catch((error: unknown) => {
      console.error(error)
      showFailure(error, "网络不稳定，此页面的部分功能暂不可用，请重新打开")
    })
    return () => {
      isGone = true
      dismiss?.()
    }
  })
}
