import { useEffect } from "react"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { whenIdle } from "../loading/when-idle.ts"

export const loadHelp = async () => (await loadChunk(() => import("./help/shell-help.tsx"))).ShellHelp
export const loadSearch = async () => (await loadChunk(() => import("./search/shell-search.tsx"))).ShellSearch

/** Loaded when idle, so that the first press finds them; after a failure that press loads them and reports. */
export function useShellDialogsAhead(): void {
  useEffect(() => whenIdle(() => void Promise.all([loadSearch(), loadHelp()]).catch(() => {})), [])
}
