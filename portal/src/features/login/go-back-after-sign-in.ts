import { loadChunk } from "../../platform/http/load-chunk.ts"

/** LOGIN-6: the parameter of a login page's address that names where to lead afterwards. */
const returnParameter = "returnUrl"

/** Two wishes are a riddle, and whoever looks at one may have been meant to overlook the other. */
function wish(search: string): string | null {
  const [wanted = null, ...others] = new URLSearchParams(search).getAll(returnParameter)
  return others.length === 0 ? wanted : null
}

/** LOGIN-6: whoever chooses another login page is still led where they wanted. */
export function returnSearch(search: string): string {
  const wanted = wish(search)
  return wanted === null ? "" : `?${new URLSearchParams({ [returnParameter]: wanted }).toString()}`
}

/** True: the browser is on its way there. Fetched only where somebody asks for it: it brings the calls along. */
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
    // Signing in has gone well all the same.
    console.error(error)
    return false
  }
}
