import type { OwnOrganisation } from "@uc/contract/account/profile-calls"
import { useEffect, useState } from "react"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { showFailure } from "../../platform/browser/toast.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { PopupMenu } from "../../ui/overlays/popup-menu.tsx"
import { askOwnProfile, useOwnProfile } from "./own-profile.ts"
import type { SwitchDialog } from "./switch-dialog.tsx"
import { switchOrganisation } from "./switch-organisation.ts"

interface Opened {
  readonly SwitchDialog: typeof SwitchDialog
  readonly to: OwnOrganisation
}

/** In the header, for people of several organisations only. */
export function OrganisationSwitch() {
  const { organisations = [], switchesByPassword = false } = useOwnProfile() ?? {}
  const [dialog, setDialog] = useState<Opened | null>(null)
  useEffect(() => {
    // Without an answer there is nothing to switch to; the profile page says why.
    askOwnProfile().catch(() => undefined)
  }, [])
  if (organisations.length < 2) return null
  async function pick(to: OwnOrganisation): Promise<void> {
    if (!switchesByPassword) return switchOrganisation(to.personid)
    // Few have come by a source: nobody else loads the dialog with its slider.
    const { SwitchDialog } = await loadChunk(() => import("./switch-dialog.tsx"))
    setDialog({ SwitchDialog, to })
  }
  return (
    <>
      <PopupMenu
        label="切换单位"
        entries={organisations.map((each) => ({
          key: each.personid,
          label: each.orgname,
          icon: "building",
          isChosen: each.isCurrent,
          onPick: () => {
            if (!each.isCurrent) pick(each).catch(showFailure)
          },
        }))}
      >
        <Icon name="down" sizePx={16} />
      </PopupMenu>
      {dialog && <dialog.SwitchDialog to={dialog.to} onClose={() => setDialog(null)} />}
    </>
  )
}
