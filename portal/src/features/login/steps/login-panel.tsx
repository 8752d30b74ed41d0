import {
  loginVariants,
  needsSmsMessage,
  type LoginVariant,
  type LoginMethod,
} from "@uc/contract/login/login-variants"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useState } from "react"
import { useLocation, useNavigate } from "react-router"
import { Link } from "../../../ui/navigation/link.tsx"
import { useUser } from "../../../platform/session/session.ts"
import { useSiteConfig } from "../../../platform/browser/use-site-config.ts"
import { takeWantedAddress } from "../../../platform/session/wanted-address.ts"
import { loadChunk } from "../../../platform/http/load-chunk.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Tabs } from "../../../ui/layout/tabs.tsx"
import { classes } from "../../../ui/theme/classes.ts"
import { usePainted } from "../../../ui/theme/use-painted.ts"
import { variants } from "../variants/variants.ts"
import { LazyPart } from "./lazy-part.tsx"
import { returnAfterSignIn } from "../go-back-after-sign-in.ts"
import { LoginSteps } from "./login-steps.tsx"
import { namedAccount } from "../filled-in/named-account.ts"
import { isBusy, secondOf } from "./login-state.ts"
import { PasswordForm, type Filled } from "./password-form.tsx"
import type { LoginEngine } from "../use-login.ts"
import css from "./panel.module.css"

/** In the place of another line: the user may become known while somebody types. */
function Known({ user }: { readonly user: CurrentUser }) {
  const navigate = useNavigate()
  const { search } = useLocation()
  async function goOn() {
    if (!(await returnAfterSignIn(search))) await navigate(takeWantedAddress(user.id) ?? "/main/home")
  }
  return (
    <p className={classes(css.lead, css.known)} role="status">
      <span>
        已登录为 {user.nickname}（{user.orgname}）
      </span>
      <Button look="text" onClick={() => void goOn()}>
        继续进入
      </Button>
    </p>
  )
}

interface LoginPanelProps {
  readonly variant: LoginVariant
  readonly engine: LoginEngine
}

const methodNames: Readonly<Record<LoginMethod, string>> = {
  password: "账号登录",
  sms: "短信登录",
  qrcode: "扫码登录",
  demo: "演示登录",
}

const loadSms = () => loadChunk(() => import("./sms-panel.tsx"))
const loadBelow = () => loadChunk(() => import("../variants/below-form.tsx"))
const loadQr = () => loadChunk(() => import("./qr-panel.tsx"))

function Methods({ variant, engine, filled }: LoginPanelProps & { readonly filled: Filled | null }) {
  const { login, enter } = engine
  const { hasSms } = useSiteConfig()
  const account = namedAccount(useLocation().search)
  // DISTRICT-4: what can't work is not offered.
  const methods = login.rules.methods.filter((method) => hasSms || method !== "sms")
  // What was typed and what counts down outlive a look at another tab; a code to be scanned does not run unseen.
  const [visited, setVisited] = useState<ReadonlySet<LoginMethod>>(new Set([login.method]))

  function choose(method: LoginMethod) {
    setVisited((before) => new Set([...before, method]))
    engine.dispatch({ type: "methodChosen", method })
  }

  if (methods.length === 1)
    return <PasswordForm variant={variant} engine={engine} filled={filled} account={account} />
  return (
    <Tabs<string>
      label="登录方式"
      tabs={Object.fromEntries(methods.map((method) => [method, methodNames[method]]))}
      current={login.method}
      onChange={(method) => choose(method as LoginMethod)}
    >
      {methods.map((method) => (
        <div key={method} className={css.method} hidden={method !== login.method}>
          {method === "password" && (
            <PasswordForm variant={variant} engine={engine} filled={filled} account={account} />
          )}
          {method === "sms" && visited.has("sms") && (
            <LazyPart
              load={loadSms}
              with={{
                onSignedIn: enter,
                onSecondStep: (second) => engine.dispatch({ type: "secondStepBegan", second }),
              }}
            />
          )}
          {method === "qrcode" && login.method === "qrcode" && (
            <LazyPart load={loadQr} with={{ onSignedIn: enter }} />
          )}
        </div>
      ))}
    </Tabs>
  )
}

/** LOGIN-3: the form of every variant but the demo's; texts come from the table, steps from the engine. */
export function LoginPanel({ variant, engine }: LoginPanelProps) {
  const { hasSms } = useSiteConfig()
  // DISTRICT-4: said before anything is typed.
  const isClosed = !hasSms && loginVariants[variant].secondFactor === "always"
  const user = useUser()
  // LOGIN-8: the account box first, then the parts below the form.
  const isPainted = usePainted()
  const [filled, setFilled] = useState<Filled | null>(null)
  const { login } = engine
  const words = variants[variant]
  return (
    <div className={css.panel}>
      {/* Kept while the second step is shown: who returns finds what they typed. */}
      <div hidden={secondOf(login) !== null}>
        <h1>{words.title}</h1>
        {user && !isBusy(login) ? (
          <Known user={user} />
        ) : (
          !isClosed && <p className={css.lead}>{words.lead}</p>
        )}
        {isClosed ? (
          <p className={css.closed} role="alert">
            {needsSmsMessage}
          </p>
        ) : (
          <Methods variant={variant} engine={engine} filled={filled} />
        )}
        {!isClosed && login.method === "password" && (
          <p className={css.help}>
            {words.help}
            {/* DAY-15: the phone alone is not enough for administrators. */}
            {hasSms && variant !== "adminLogin" && <Link to="/forgotPassword">短信找回密码</Link>}
          </p>
        )}
        {isPainted && (
          <LazyPart
            load={loadBelow}
            waiting={null}
            with={{ variant, isClosed, hasPassword: login.method === "password", onPick: setFilled }}
          />
        )}
      </div>
      <LoginSteps engine={engine} />
    </div>
  )
}
