import { profileCalls, profileMessages, type OwnOrganisation } from "@uc/contract/account/profile-calls"
import { admintypes } from "@uc/contract/account/calls"
import { useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { showFailure, showToast } from "../../platform/browser/toast.ts"
import { Button } from "../../ui/forms/button.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { changeProfile } from "./own-profile.ts"
import { switchOrganisation } from "./switch-organisation.ts"
import { TieDialog } from "./tie-dialog.tsx"
import css from "./profile.module.css"

export function OwnOrganisations({ organisations }: { readonly organisations: readonly OwnOrganisation[] }) {
  const [isTying, setTying] = useState(false)
  const [untied, setUntied] = useState<OwnOrganisation | null>(null)

  return (
    <>
      <ul className={css.organisations} aria-label="所属单位">
        {organisations.map((each) => (
          <li key={each.personid}>
            <span className={css.mark}>
              <Icon name="building" />
            </span>
            <span className={css.orgName}>
              {each.orgname}
              {each.admintype !== admintypes.none && <Tag>管理员</Tag>}
            </span>
            {each.isCurrent ? (
              <Tag tone="brand">当前</Tag>
            ) : (
              <>
                <Button
                  aria-label={`切换到${each.orgname}`}
                  onClick={() => switchOrganisation(each.personid).catch(showFailure)}
                >
                  切换
                </Button>
                <Button
                  look="quiet"
                  aria-label={`取消关联${each.orgname}`}
                  title="取消关联"
                  onClick={() => setUntied(each)}
                >
                  <Icon name="close" sizePx={16} />
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={() => setTying(true)}>
          <Icon name="plus" sizePx={16} />
          关联其他单位的账号
        </Button>
      </div>
      {isTying && <TieDialog onClose={() => setTying(false)} />}
      {untied && (
        <ConfirmDialog
          title={`取消关联“${untied.orgname}”？`}
          words="该账号不受影响，仍可单独登录；需要时可再次关联。"
          confirm="取消关联"
          onConfirm={async () => {
            try {
              changeProfile(await send(profileCalls.untie, { personid: untied.personid }))
              showToast("success", profileMessages.untied)
              return null
            } catch (error) {
              return messageOf(error) ?? ""
            }
          }}
          onClose={() => setUntied(null)}
        />
      )}
    </>
  )
}
