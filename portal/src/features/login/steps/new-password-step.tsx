import { loginMessages } from "@uc/contract/login/calls"
import { setFirstPassword } from "../../../platform/session/sign-in.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { NewPasswordFields } from "../new-password-fields.tsx"
import css from "./panel.module.css"

export interface NewPasswordStepProps {
  readonly ticket: string
  readonly isShown: boolean
  readonly onSet: () => void
  /** `why`: the sign-in has expired. */
  readonly onBack: (why: string | null) => void
}

const words = { busy: "正在保存…", idle: "保存并登录" }

/** HOME-6: an administrator made the password; it must be replaced, because two people know it. */
export function Part({ ticket, isShown, onSet, onBack }: NewPasswordStepProps) {
  return (
    <>
      <Row padY={4}>
        <Button look="text" onClick={() => onBack(null)}>
          <Icon name="back" sizePx={16} />
          返回
        </Button>
      </Row>
      <h1>设置新密码</h1>
      <p className={css.lead}>{loginMessages.newPasswordNeeded}</p>
      <NewPasswordFields
        account={null}
        isShown={isShown}
        words={words}
        save={async (password) => {
          await setFirstPassword(ticket, password)
          onSet()
        }}
        isElsewhere={(why) => {
          if (why !== loginMessages.ticketOver) return false
          onBack(why)
          return true
        }}
      />
    </>
  )
}
