import { useEffect, useState, type ComponentType } from "react"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { whenIdle } from "../loading/when-idle.ts"

/** The switch between organisations is loaded when idle: most people never need it. */
export function ShellOrganisations() {
  const [loaded, setLoaded] = useState<{ readonly Switch: ComponentType } | null>(null)
  useEffect(() => {
    let isGone = false
    async function load(): Promise<void> {
      try {
        const { OrganisationSwitch } = await loadChunk(
          () => import("../../features/account/organisation-switch.tsx"),
        )
        if (!isGone) setLoaded({ Switch: OrganisationSwitch })
      } catch (error) {
        console.error(error)
      }
    }
    const callOff = whenIdle(() => void load())
    return () => {
      isGone = true
      callOff()
    }
  }, [])
  return loaded && <loaded.Switch />
}
