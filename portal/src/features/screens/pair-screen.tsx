import { codeLength, screenCalls, shownCode } from "@uc/contract/screens/calls"
import { useState, type SubmitEvent } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Emblem } from "../../ui/navigation/emblem.tsx"
import { forgetScreen } from "./use-screen.ts"
import css from "./pair-screen.module.css"

interface PairScreenProps {
  /** Out of a link; empty: it is typed. */
  readonly code: string
  /** The name of the screen that this browser was. */
  readonly ended: string | null
  readonly onPaired: () => void
}

/** Pressing the button is also what lets the page sound. */
export function PairScreen({ code: given, ended, onPaired }: PairScreenProps) {
  const [typed, setTyped] = useState(given)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const plain = typed.replace(/[\s-]/g, "").toUpperCase()

  async function pair(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    if (plain.length !== codeLength) return setProblem(`请输入 ${codeLength} 位配对码`)
    setBusy(true)
    setProblem(null)
    try {
      await send(screenCalls.pair, { code: plain })
      forgetScreen()
      onPaired()
    } catch (error) {
      setProblem(messageOf(error, "配对失败，请检查网络后重试"))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={css.pair} noValidate onSubmit={(event) => void pair(event)}>
      <span className={css.emblem}>
        <Emblem />
      </span>
      <h1>{ended === null ? "配对大屏" : "此大屏已停用"}</h1>
      <p className={css.words}>
        {ended === null
          ? "请输入管理员提供的配对码，本浏览器即成为只能查看的大屏。"
          : `“${ended}”的授权已被停用或已过期，屏幕上不再显示数据。如需继续使用，请输入新的配对码。`}
      </p>
      <label htmlFor="pairing-code">配对码</label>
      <input
        id="pairing-code"
        value={plain.length > 4 ? shownCode(plain) : plain}
        maxLength={32}
        placeholder="例如 7K3M-9QXT"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : "pairing-problem"}
        onChange={({ target }) => setTyped(target.value)}
      />
      {problem !== null && (
        <p id="pairing-problem" className={css.problem} role="alert">
          {problem}
        </p>
      )}
      <button type="submit" aria-busy={isBusy}>
        {isBusy && <Spinner sizePx={20} />}
        配对此屏幕
      </button>
      <p className={css.how}>
        管理员登录后打开“大屏”，点击“新增大屏”即可获取配对码。
        <Link to="/newLogin">用个人账号登录</Link>
      </p>
    </form>
  )
}
