import { LazyPart } from "./lazy-part.tsx"
import { secondOf } from "./login-state.ts"
import { loadHumanCheck, type LoginEngine } from "./use-login.ts"

const loadSecondStep = () => import("./second-step.tsx")

/** What lies between a form and being signed in, the same on every face. */
export function LoginSteps({ engine: { login, dispatch, prove, enter } }: { readonly engine: LoginEngine }) {
  const { step } = login
  const second = secondOf(login)
  if (second) {
    const onBack = (why: string | null) => dispatch({ type: "wentBack", why })
    return <LazyPart load={loadSecondStep} with={{ ...second, onProven: enter, onBack }} />
  }
  if (step.at === "human-check") {
    const onClose = () => dispatch({ type: "checkDeclined" })
    return (
      <LazyPart
        load={loadHumanCheck}
        waiting={null}
        with={{ purpose: "login", why: step.why, onPassed: prove, onClose }}
      />
    )
  }
  return null
}
