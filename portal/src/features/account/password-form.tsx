import { accountCalls, sessionLimits, sessionMessages } from "@uc/contract/account/calls"
import { useRef, useState, type FormEvent, type KeyboardEvent } from "react"
import { Failure, messageOf } from "../../platform/http/failure.ts"
import { passwordMd5 } from "../../platform/session/sign-in.ts"
import { send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { capsLockOn } from "../../ui/forms/password-field.tsx"
import { RevealButton } from "../../ui/forms/reveal-button.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { TextField } from "../../ui/forms/text-field.tsx"
import { problemsWith, strengthOf, type PasswordProblems, type Strength } from "./password-rules.ts"
import css from "./account.module.css"

const rules: readonly string[] = [
  `至少 ${sessionLimits.passwordLength} 位，建议混用大小写字母、数字和符号`,
  "不能是常见密码，也不能与原密码相同",
  "不能与账号、手机号或姓名相同",
]

const strengths: Record<Strength, { readonly words: string; readonly bars: number }> = {
  weak: { words: "弱", bars: 1 },
  fair: { words: "中", bars: 2 },
  strong: { words: "强", bars: 3 },
}

function StrengthLine({ password }: { readonly password: string }) {
  const strength = strengthOf(password)
  const { words, bars } = strengths[strength]
  return (
    <Row as="p" gap={8} size={13} tone="soft" className={css.strength} role="status">
      <Row as="span" gap={4} className={css[strength]} aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <i key={bar} data-on={bar <= bars} />
        ))}
      </Row>
      密码强度：{words}
    </Row>
  )
}

/** A refusal is about what was typed; other failures are about the connection or a declined proof. */
function problemsOf(error: unknown): PasswordProblems | null {
  const sentence = messageOf(error)
  if (sentence === null) return null
  return error instanceof Failure && error.kind === "refused" ? { password: sentence } : { form: sentence }
}

/** The boxes keep their own text, as password managers expect. */
export function PasswordForm({
  account,
  onChanged,
}: {
  readonly account: string
  readonly onChanged: () => void
}) {
  const password = useRef<HTMLInputElement>(null)
  const repeated = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState("")
  const [problems, setProblems] = useState<PasswordProblems>({})
  const [isRevealed, setRevealed] = useState(false)
  const [capsLockIn, setCapsLockIn] = useState<"password" | "repeated" | null>(null)
  const [isBusy, setBusy] = useState(false)

  function tell(wrong: PasswordProblems) {
    setProblems(wrong)
    if (wrong.password) password.current?.focus()
    else if (wrong.repeated) repeated.current?.focus()
  }

  async function change(form: HTMLFormElement) {
    const wanted = password.current?.value ?? ""
    const wrong = problemsWith(wanted, repeated.current?.value ?? "")
    if (wrong) return tell(wrong)
    try {
      // DAY-1: a weak one is told before anybody proves who they are.
      await send(accountCalls.checkPassword, { password: passwordMd5(wanted) })
      // AUTH-8: the server demands a proof first; `send` asks the person and repeats the call.
      await send(accountCalls.changePassword, { password: passwordMd5(wanted) })
    } catch (error) {
      const refused = problemsOf(error)
      if (refused) tell(refused)
      return
    }
    form.reset()
    setTyped("")
    setRevealed(false)
    showToast("success", sessionMessages.passwordChanged)
    onChanged()
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblems({})
    await change(event.currentTarget)
    setBusy(false)
  }

  function boxOf(field: "password" | "repeated") {
    const watchCapsLock = (event: KeyboardEvent) =>
      setCapsLockIn(event.getModifierState("CapsLock") ? field : null)
    return {
      type: isRevealed ? "text" : "password",
      autoComplete: "new-password",
      maxLength: 128,
      error: problems[field],
      caution: capsLockIn === field ? capsLockOn : undefined,
      onKeyDown: watchCapsLock,
      onKeyUp: watchCapsLock,
      onBlur: () => setCapsLockIn(null),
    } as const
  }

  return (
    <Card
      title="修改密码"
      icon="lock"
      words="修改前需要再次验证身份；修改后其他设备会退出登录，已关联的其他单位和绑定的外部身份需重新关联、绑定。"
    >
      <Stack
        as="form"
        gap={8}
        padY={12}
        noValidate
        onSubmit={(event: FormEvent<HTMLFormElement>) => void onSubmit(event)}
      >
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
        <div className={css.guided}>
          <TextField
            {...boxOf("password")}
            ref={password}
            label="新密码"
            icon="lock"
            name="new-password"
            placeholder={`至少 ${sessionLimits.passwordLength} 位`}
            onInput={(event) => {
              setTyped(event.currentTarget.value)
              setProblems(({ password: _told, ...rest }) => rest)
            }}
            trailing={<RevealButton isRevealed={isRevealed} onToggle={() => setRevealed(!isRevealed)} />}
          />
          {typed !== "" && !problems.password && capsLockIn !== "password" && (
            <StrengthLine password={typed} />
          )}
        </div>
        <TextField
          {...boxOf("repeated")}
          ref={repeated}
          label="再次输入新密码"
          icon="lock"
          name="repeated-password"
          placeholder="与上面一致"
          onInput={() => setProblems(({ repeated: _told, ...rest }) => rest)}
        />
        <Stack as="ul" gap={2} padY={10} surface="sunken" size={13} tone="soft" className={css.rules}>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </Stack>
        {problems.form && (
          <Row as="p" gap={8} padX={12} padY={8} surface="danger" tone="danger" role="alert">
            <Icon name="danger" sizePx={16} />
            {problems.form}
          </Row>
        )}
        <Button type="submit" look="primary" aria-busy={isBusy} size="large">
          {isBusy && <Spinner sizePx={16} />}
          {isBusy ? "正在修改…" : "修改密码"}
        </Button>
      </Stack>
    </Card>
  )
}
