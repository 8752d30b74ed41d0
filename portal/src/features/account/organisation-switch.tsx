import { useEffect } from "react"
import { showFailure } from "../../platform/browser/toast.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { PopupMenu } from "../../ui/overlays/popup-menu.tsx"
import { askOwnProfile, useOwnProfile } from "./own-profile.ts"
import { switchOrganisation } from "./switch-organisation.ts"

/** In the header, for people of several organisations only. */
export function OrganisationSwitch() {
  const organisations = useOwnProfile()?.organisations ?? []
  useEffect(() => {
    // Without an answer there is nothing to switch to; the profile page says why.
    askOwnProfile().catch(() => undefined)
  }, [])
  if (organisations.length < 2) return null
  return (
    <PopupMenu
      label="切换单位"
      entries={organisations.map(({ personid, orgname, isCurrent }) => ({
        key: personid,
        label: orgname,
        icon: "building",
        isChosen: isCurrent,
        onPick: () => {
          if (!isCurrent) switchOrganisation(personid).catch(showFailure)
        },
      }))}
    >
      <Icon name="down" sizePx={16} />
    </PopupMenu>
  )
}
