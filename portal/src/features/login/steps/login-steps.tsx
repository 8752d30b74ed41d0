import { LazyPart } from "./lazy-part.tsx"
import { secondOf } from "./login-state.ts"
import { loadHumanCheck, type LoginEngine } from "../use-login.ts"
import { loadChunk } from "../../../platform/http/load-chunk.ts"

const loadSecondStep = () => loadChunk(() => import("./second-step.tsx"))
const loadChooseAccount = () => loadChunk(() => import("./choose-account-step.tsx"))
const loadNewPassword = () => loadChunk(() => import("./new-password-step.tsx"))

/** The steps between the form and being signed in, the same for every variant. */
export function LoginSteps({ engine: { login, dispatch, prove, enter } }: { readonly engine: LoginEngine }) {
  const { step } = login
  const isSecond = secondOf(login) !== null
  const second = secondOf(login) ?? login.left
  return (
    <>
      {second && (
        // Kept while the form is back on screen: its code is on the phone, and its countdown runs.
        <div hidden={!isSecond}>
          {second.accounts ? (
            <LazyPart
              key={second.ticket}
              load={loadChooseAccount}
              with={{
                accounts: second.accounts,
                onSignedIn: enter,
                onSecondStep: (next) => dispatch({ type: "secondStepBegan", second: next }),
                onBack: (why) => dispatch({ type: "wentBack", why }),
              }}
            />
          ) : second.phone === null ? (
            <LazyPart
              key={second.ticket}
              load={loadNewPassword}
              with={{
                ticket: second.ticket,
                isShown: isSecond,
                onSet: enter,
                onBack: (why) => dispatch({ type: "wentBack", why }),
              }}
            />
          ) : (
            <LazyPart
              key={second.ticket}
              load={loadSecondStep}
              with={{
                ticket: second.ticket,
                phone: second.phone,
                isShown: isSecond,
                onSignedIn: enter,
                onNewPassword: (ticket) => dispatch({ type: "passwordAsked", ticket }),
                onBack: (why) => dispatch({ type: "wentBack", why }),
              }}
            />
          )}
        </div>
      )}
      {step.at === "human-check" && (
        <LazyPart
          load={loadHumanCheck}
          waiting={null}
          with={{
            purpose: "login",
            why: step.why,
            onPassed: prove,
            onClose: () => dispatch({ type: "checkDeclined" }),
          }}
        />
      )}
    </>
  )
}
