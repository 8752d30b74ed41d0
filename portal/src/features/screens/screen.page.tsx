import { codeParameter } from "@uc/contract/screens/calls"
import { useNavigate, useSearchParams } from "react-router"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Delayed } from "../../ui/layout/delayed.tsx"
import { PairScreen } from "./pair-screen.tsx"
import { nameOfScreen, useScreen } from "./use-screen.ts"
import { Board } from "./board/board.tsx"
import css from "./board/board.module.css"
import pairing from "./pair-screen.module.css"

/** DAY-7: open to everybody, because a screen is nobody; what it shows is the server's decision. */
export function Component() {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const code = parameters.get(codeParameter) ?? ""
  const { state, hasSound, askAgain } = useScreen()

  // A link with a code is a wish to pair, also where this browser is a screen or somebody is signed in.
  const isPairing = state.at === "unpaired" || state.at === "ended" || code !== ""
  if (isPairing)
    return (
      <main className={css.board}>
        <PairScreen
          key={code}
          code={code}
          ended={state.at === "ended" ? nameOfScreen() : null}
          onPaired={() => {
            if (code !== "") void navigate("/main/screen", { replace: true })
            askAgain()
          }}
        />
      </main>
    )
  if (state.overview === null)
    return (
      <main className={css.board}>
        <Delayed>
          <p className={pairing.waiting} role="status">
            <Spinner sizePx={48} />
            正在连接…
          </p>
        </Delayed>
      </main>
    )
  return <Board state={state} overview={state.overview} hasSound={hasSound} />
}
