import { confirmIdentity } from "../platform/identity.ts"

/** DLG-4: what pages of the same origin, the portal's own and those in its frames, find on `window`. */
interface UserCentre {
  /** AUTH-1: asks the person to prove who they are; the callback hears true or false, once. */
  reauthenticate(mid: string, callback: (isProven: boolean) => void): Promise<void>
}

declare global {
  interface Window {
    userCentre?: UserCentre
  }
}

export function installGlobalHelpers(): void {
  window.userCentre = {
    async reauthenticate(mid, callback) {
      // An older page may hand over anything.
      const given: unknown = mid
      const named = typeof given === "string" || typeof given === "number" ? String(given) : ""
      callback(await confirmIdentity(named))
    },
  }
}
