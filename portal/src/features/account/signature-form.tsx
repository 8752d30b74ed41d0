import { profileCalls, profileLimits, profileMessages } from "@uc/contract/account/profile-calls"
import { useId, useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { Button } from "../../ui/forms/button.tsx"
import { keepChanged } from "./own-profile.ts"
import css from "./profile.module.css"

export function SignatureForm({ signature }: { readonly signature: string }) {
  const id = useId()
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
    <form
      className={css.row}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label htmlFor={id}>个性签名</label>
      <div className={css.box}>
        <input
          id={id}
          value={typed}
          maxLength={profileLimits.signature}
          placeholder="一句话介绍自己"
          autoComplete="off"
          aria-describedby={problem ? `${id}-below` : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" aria-busy={isBusy} disabled={typed.trim() === signature}>
          保存
        </Button>
      </div>
      {problem && (
        <p id={`${id}-below`} className={css.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
