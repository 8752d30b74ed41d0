import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react"
import { useLocation, useNavigate } from "react-router"
import { storedUser } from "../../platform/session.ts"
import { keepEntrance, takeWantedPlace } from "../../platform/wanted-place.ts"
import { Button } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { TextField } from "../../ui/text-field.tsx"
import type { Problems } from "./submit.ts"
import css from "./login.module.css"

/** An account that was picked from the demo list; a new object each time, so that picking it again fills in again. */
export interface Filled {
  readonly account: string
  readonly password: string
}

interface LoginFormProps {
  readonly filled: Filled | null
  readonly isBusy: boolean
  readonly onBusy: (isBusy: boolean) => void
}

const load = () => import("./submit.ts")

/** The boxes keep their own text: password managers write into them before and after we draw. */
export function LoginForm({ filled, isBusy, onBusy }: LoginFormProps) {
  const account = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [isRevealed, setRevealed] = useState(false)
  const [isCapsLock, setCapsLock] = useState(false)
  const navigate = useNavigate()
  const { pathname } = useLocation()

  useEffect(() => {
    if (!filled || !account.current || !password.current) return
    account.current.value = filled.account
    password.current.value = filled.password
    setProblems({})
    password.current.focus()
  }, [filled])

  async function trySignIn() {
    const { submit } = await load()
    const name = account.current?.value.trim() ?? ""
    const outcome = await submit(name, password.current?.value ?? "")
    if (outcome === "signed-in") {
      keepEntrance(pathname)
      return navigate(takeWantedPlace(storedUser()?.id ?? null) ?? "/main/home", { replace: true })
    }
    if (outcome === null) return
    setProblems(outcome)
    if (outcome.account) account.current?.focus()
    else password.current?.focus()
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    onBusy(true)
    setProblems({})
    try {
      await trySignIn()
    } catch {
      // The part that signs in could not be fetched.
      setProblems({ form: "网络不稳定，登录组件没有加载成功，请重试" })
    } finally {
      onBusy(false)
    }
  }

  function onKey(event: KeyboardEvent) {
    setCapsLock(event.getModifierState("CapsLock"))
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      onInput={() => void load().catch(() => undefined)}
    >
      <div className={css.fields}>
        <TextField
          ref={account}
          label="账号"
          icon="person"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="账号或手机号"
          // LOGIN-8: there is one thing to do on this page.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          error={problems.account}
          onInput={() => setProblems(({ account: _told, ...rest }) => rest)}
        />
        <TextField
          ref={password}
          label="密码"
          icon="lock"
          name="password"
          type={isRevealed ? "text" : "password"}
          autoComplete="current-password"
          placeholder="请输入密码"
          error={problems.password}
          caution={isCapsLock ? "大写锁定已打开" : undefined}
          onInput={() => setProblems(({ password: _told, ...rest }) => rest)}
          onKeyDown={onKey}
          onKeyUp={onKey}
          onBlur={() => setCapsLock(false)}
          trailing={
            <button
              type="button"
              className={css.reveal}
              aria-label="显示密码"
              aria-pressed={isRevealed}
              onClick={() => setRevealed(!isRevealed)}
            >
              <Icon name={isRevealed ? "eye-off" : "eye"} />
            </button>
          }
        />
      </div>
      {problems.form && (
        <p className={css.problem} role="alert">
          <Icon name="danger" />
          {problems.form}
        </p>
      )}
      <Button type="submit" look="primary" size="large" className={css.submit} aria-busy={isBusy}>
        {isBusy && <Spinner />}
        {isBusy ? "正在登录…" : "登录"}
      </Button>
    </form>
  )
}
