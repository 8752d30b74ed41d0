import {
  profileCalls,
  profileMessages,
  type OwnOrganisation,
  type Profile,
} from "@uc/contract/account/profile-calls"
import { admintypes } from "@uc/contract/account/calls"
import { useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { showFailure, showToast } from "../../platform/browser/toast.ts"
import { IconMark } from "../../ui/marks/icon-mark.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { changeProfile } from "./own-profile.ts"
import { SwitchDialog } from "./switch-dialog.tsx"
import { switchOrganisation } from "./switch-organisation.ts"
import { TieDialog } from "./tie-dialog.tsx"

type OwnOrganisationsProps = Pick<Profile, "organisations" | "switchesByPassword">

export function OwnOrganisations({ organisations, switchesByPassword }: OwnOrganisationsProps) {
  const [isTying, setTying] = useState(false)
  const [wanted, setWanted] = useState<OwnOrganisation | null>(null)
  const [untied, setUntied] = useState<OwnOrganisation | null>(null)

  return (
    <>
      <Stack as="ul" padY={8} aria-label="所属单位">
        {organisations.map((each, at) => (
          <Row as="li" key={each.personid} gap={12} padY={8} {...(at > 0 && { line: "top" as const })}>
            <IconMark icon="building" sizePx={36} />
            <Row as="span" grow wrap gap={2} columnGap={8} breaks>
              {each.orgname}
              {each.admintype !== admintypes.none && <Tag>管理员</Tag>}
            </Row>
            {each.isCurrent ? (
              <Tag tone="brand">当前</Tag>
            ) : (
              <>
                <Button
                  aria-label={`切换到${each.orgname}`}
                  onClick={() =>
                    switchesByPassword
                      ? setWanted(each)
                      : void switchOrganisation(each.personid).catch(showFailure)
                  }
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
          </Row>
        ))}
      </Stack>
      <div>
        <Button onClick={() => setTying(true)}>
          <Icon name="plus" sizePx={16} />
          关联其他单位的账号
        </Button>
      </div>
      {isTying && <TieDialog onClose={() => setTying(false)} />}
      {wanted && <SwitchDialog to={wanted} onClose={() => setWanted(null)} />}
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
