import { connect, type ConnectOptions } from "./guest.ts"
import { followTitle } from "./follow-title.ts"
import { userCenterOver } from "./user-center.ts"

/**
 * What `<script src="…/bridge.js">` of a hosted page runs: the same `UserCenter` that the portal's own window has. The
 * portal is the site that serves the script.
 */
const portal =
  document.currentScript instanceof HTMLScriptElement ? originOf(document.currentScript.src) : undefined

function originOf(address: string): string | undefined {
  try {
    return new URL(address).origin
  } catch {
    return undefined
  }
}

const lazily = userCenterOver(async (method, args, onEvent) => {
  const connected = await connect({ portal })
  return (connected[method] as (...given: readonly unknown[]) => Promise<unknown>)(
    ...args,
    ...(onEvent ? [onEvent] : []),
  )
})

followTitle((title) => lazily.setTitle(title))

Object.assign(window, {
  UserCenter: { ...lazily, connect: (options?: ConnectOptions) => connect({ portal, ...options }) },
})
