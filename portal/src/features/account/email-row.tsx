import { profileCalls, profileMessages } from "@uc/contract/account/profile-calls"
import { emailMessages } from "@uc/contract/people/email"
import { useState } from "react"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { send } from "../../platform/http/send.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { TextField, Tick } from "../../ui/forms/form-fields.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { changeProfile } from "./own-profile.ts"

interface EmailProps {
  /** Masked; null: there is none. */
  readonly email: string | null
}

export function EmailRow({ email }: EmailProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack gap={6}>
      <Text weight={500}>邮箱</Text>
      <Row gap={8}>
        <Text grow breaks>
          {email ?? "未登记"}
        </Text>
        <Button onClick={() => setOpen(true)}>{email === null ? "添加" : "修改"}</Button>
      </Row>
      {isOpen && <EmailDialog email={email} onClose={() => setOpen(false)} />}
    </Stack>
  )
}

/** SSO-13: the person is proven before it is saved (the call is sensitive); the address is proven by nothing. */
const EmailDialog = closesWhenBroken(function EmailDialog({
  email: present,
  onClose,
}: EmailProps & { readonly onClose: () => void }) {
  const form = useForm({
    call: profileCalls.saveEmail,
    attempt: (call, input) => send(call, input),
    initial: { email: "", isRemoved: false },
    input: ({ email, isRemoved }) => ({ email: isRemoved ? "" : email }),
    check: ({ email, isRemoved }) =>
      !isRemoved && email.trim() === "" ? { email: emailMessages.wrong } : null,
    onDone(saved) {
      changeProfile(saved)
      showToast("success", saved.email === null ? profileMessages.emailRemoved : profileMessages.emailSaved)
      onClose()
    },
  })
  return (
    <FormDialog
      title={present === null ? "添加邮箱" : "修改邮箱"}
      confirm="保存"
      form={form}
      onClose={onClose}
    >
      <TextField
        label={present === null ? "邮箱" : "新邮箱"}
        hint="保存时需要验证您的身份。邮箱会提供给获准的应用，不用于登录。"
        placeholder="例如：zhangsan@school.cn"
        inputMode="email"
        isDisabled={form.values.isRemoved}
        {...form.text("email")}
      />
      {present !== null && <Tick label="删除登记的邮箱" {...form.bind("isRemoved")} />}
    </FormDialog>
  )
})
