import { profileCalls, profileMessages } from "@uc/contract/account/profile-calls"
import { sessionLimits, sessionMessages } from "@uc/contract/account/calls"
import { useId, useState } from "react"
import { send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { Field } from "../../ui/forms/form-fields.tsx"
import { changeProfile } from "./own-profile.ts"
import { PasswordDialog } from "./password-dialog.tsx"

export const TieDialog = closesWhenBroken(function TieDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId()
  const [account, setAccount] = useState("")
  return (
    <PasswordDialog
      title="关联其他单位的账号"
      confirm="关联"
      isChanged={account !== ""}
      missing={() => (account.trim() === "" ? sessionMessages.accountMissing : null)}
      onSend={async (given) => {
        changeProfile(await send(profileCalls.tie, { account: account.trim(), ...given }))
        showToast("success", profileMessages.tied)
      }}
      onClose={onClose}
    >
      <Field isRequired label="另一单位的账号" id={`${id}-account`} hint="用它的密码证明这也是您本人的账号。">
        <input
          id={`${id}-account`}
          value={account}
          maxLength={sessionLimits.account}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setAccount(target.value)}
        />
      </Field>
    </PasswordDialog>
  )
})
