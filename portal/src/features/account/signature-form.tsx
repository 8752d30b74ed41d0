import { profileCalls, profileLimits, profileMessages } from "@uc/contract/account/profile-calls"
import { useState, type FormEvent } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { TextField } from "../../ui/forms/form-fields.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { keepChanged } from "./own-profile.ts"

export function SignatureForm({ signature }: { readonly signature: string }) {
  const [typed, setTyped] = useState(signature)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function save() {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      keepChanged(await send(profileCalls.saveSignature, { signature: typed }))
      showToast("success", profileMessages.signatureSaved)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Row
      as="form"
      align="end"
      gap={8}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack grow>
        <TextField
          label="个性签名"
          value={typed}
          maxLength={profileLimits.signature}
          placeholder="一句话介绍自己"
          problem={problem ?? undefined}
          onValue={setTyped}
        />
      </Stack>
      <Button type="submit" aria-busy={isBusy} disabled={typed.trim() === signature}>
        保存
      </Button>
    </Row>
  )
}
