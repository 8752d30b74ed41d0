import { loadChunk } from "../../platform/http/load-chunk.ts"

/** LOGIN-6: the parameter of a login page's address with the return address. */
const returnParameter = "returnUrl"

/** Two return addresses are ignored: one of them may be there to be overlooked. */
function wish(search: string): string | null {
  const [wanted = null, ...others] = new URLSearchParams(search).getAll(returnParameter)
  return others.length === 0 ? wanted : null
}

/** LOGIN-6: the return address stays when another login page is chosen. */
export function returnSearch(search: string): string {
  const wanted = wish(search)
  return wanted === null ? "" : `?${new URLSearchParams({ [returnParameter]: wanted }).toString()}`
}

/** True: the browser is leaving for it. Loaded only where there is one: it needs the calls. */
export async function returnAfterSignIn(search: string): Promise<boolean> {
  const wanted = wish(search)
  if (wanted === null) return false
  try {
    const { permittedReturn } = await loadChunk(() => import("./return-address.ts"))
    const href = await permittedReturn(wanted)
    if (href === null) return false
    window.location.replace(href)
    return true
  } catch (error) {
    // The sign-in itself has succeeded.
    console.error(error)
    return false
  }
}
