/** LOGIN-6: the parameter of a login page's address that names where to lead afterwards. */
const returnParameter = "returnUrl"

/** True: the browser is on its way there. Fetched only where somebody asks for it: it brings the calls along. */
export async function leadsBack(search: string): Promise<boolean> {
  const wanted = new URLSearchParams(search).get(returnParameter)
  if (wanted === null) return false
  try {
    const { permittedReturn } = await import("../../platform/return-address.ts")
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
