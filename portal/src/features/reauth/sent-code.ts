import { readJson, tabStorage } from "../../platform/session/storage.ts"
import { storedUser } from "../../platform/session/session.ts"
import type { SentCode } from "./reauth-state.ts"

/** The code belongs to a person's session and a module. */
function keyOf(mid: string): string {
  return `reauth-code:${storedUser()?.id ?? ""}:${mid}`
}

/** Written by ourselves; checking the moment is enough. */
function isSentCode(value: unknown): value is SentCode {
  return (
    typeof value === "object" &&
    value !== null &&
    "resendAtMs" in value &&
    typeof value.resendAtMs === "number" &&
    "phone" in value &&
    typeof value.phone === "string" &&
    "slider" in value
  )
}

/** AUTH-5: a code sent before the dialog was closed or the page reloaded, while it counts down. */
export function keptCode(mid: string, nowMs: number): SentCode | null {
  const kept = readJson(tabStorage, keyOf(mid))
  return isSentCode(kept) && kept.resendAtMs > nowMs ? kept : null
}

export function keepCode(mid: string, code: SentCode): void {
  tabStorage.set(keyOf(mid), JSON.stringify(code))
}
