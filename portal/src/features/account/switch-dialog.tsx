import type { OwnOrganisation } from "@uc/contract/account/profile-calls"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { PasswordDialog } from "./password-dialog.tsx"
import { switchOrganisation } from "./switch-organisation.ts"

interface SwitchDialogProps {
  readonly to: OwnOrganisation
  readonly onClose: () => void
}

/** FAULT-7: whoever was signed in by an identity source proves the other account by its own password. */
export const SwitchDialog = closesWhenBroken(function SwitchDialog({
  to: { personid, orgname },
  onClose,
}: SwitchDialogProps) {
  return (
    <PasswordDialog
      title={`切换到“${orgname}”`}
      confirm="切换"
      hint="您是用外部身份登录的，切换时需要输入该单位账号的密码。"
      onSend={(given) => switchOrganisation(personid, given)}
      onClose={onClose}
    />
  )
})
