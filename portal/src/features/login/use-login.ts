import { loginVariants, type LoginVariant } from "@uc/contract/login/login-variants"
import { useReducer, useRef } from "react"
import { useLocation } from "react-router"
import { messageOf } from "../../platform/http/failure.ts"
import { homePageOf } from "../account/public.ts"
import { arriveAt } from "../../platform/http/reload-document.ts"
import { storedUser } from "../../platform/session/session.ts"
import type { HumanProof } from "../../platform/session/sign-in.ts"
import { keepEntrance, takeWantedAddress } from "../../platform/session/wanted-address.ts"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { rememberAccount } from "./filled-in/remembered-account.ts"
import { returnAfterSignIn } from "./go-back-after-sign-in.ts"
import { firstLogin, needsSlider, reduceLogin, type Login, type LoginEvent } from "./steps/login-state.ts"

/** Loaded when somebody begins to type: these need the calls and their shapes. */
const loadSubmit = () => loadChunk(() => import("./steps/submit.ts"))
export const loadHumanCheck = () => loadChunk(() => import("./steps/human-check.tsx"))

/** Loads ahead what is about to be needed; a failure here is reported when it is. */
export function prepare(login: Login): void {
  loadSubmit().catch(() => undefined)
  if (needsSlider(login)) loadHumanCheck().catch(() => undefined)
}

/** LOGIN-6: the return address, the address that the guard refused, or the home page. */
export async function landAfterSignIn(search: string): Promise<void> {
  if (await returnAfterSignIn(search)) return
  const userId = storedUser()?.id ?? null
  arriveAt(takeWantedAddress(userId) ?? (await homePageOf(userId)))
}

interface Tried {
  readonly account: string
  readonly password: string
  /** DAY-15: whether the account is to be remembered; null: nobody was asked. */
  readonly isRemembered: boolean | null
  readonly picture: { readonly codeid: string; readonly code: string } | null
}

export interface LoginEngine {
  readonly login: Login
  readonly dispatch: (event: LoginEvent) => void
  readonly submit: (tried: Tried) => void
  /** The slider is solved: what was typed is sent with it. */
  readonly prove: (proof: HumanProof) => void
  /** After a sign-in by code or by phone. */
  readonly enter: () => void
}

/** `then`: what follows in place of landing, where a sign-in is a step of something else. */
export function useLogin(variant: LoginVariant, then?: () => Promise<void>): LoginEngine {
  const [login, dispatch] = useReducer(reduceLogin, loginVariants[variant], firstLogin)
  const waiting = useRef<Tried | null>(null)
  /** What was typed before the second step, on screen or left. */
  const accepted = useRef<Tried | null>(null)
  const { pathname, search } = useLocation()

  /**
   * LOGIN-6, LOGIN-7: opens the return address, the address that the guard refused, or the home page; and remembers this
   * login page.
   */
  async function land(): Promise<void> {
    if (then) return then()
    keepEntrance(pathname)
    await landAfterSignIn(search)
  }

  async function go({ account, password, isRemembered, picture }: Tried, proof?: HumanProof): Promise<void> {
    const { submit, missing } = await loadSubmit()
    if (!proof) {
      const lacks = missing({ account, password, code: picture && picture.code })
      if (lacks) return dispatch({ type: "answered", outcome: { as: "refused", problems: lacks } })
      if (login.left && account === accepted.current?.account && password === accepted.current.password)
        return dispatch({ type: "resumed" })
    }
    const shown = picture && { codeid: picture.codeid, vcode: picture.code }
    const outcome = await submit({ variant, account, password, proof: proof ?? shown ?? undefined })
    // The server may demand the slider unexpectedly: it must be loaded then.
    if (outcome.as === "human-check") await loadHumanCheck()
    // DAY-1: the server was asked first, so that a lock is told before any slider. It was expected: nothing to explain.
    if (outcome.as === "human-check" && !proof && needsSlider(login)) return dispatch({ type: "checkBegan" })
    if (outcome.as === "second-factor") accepted.current = { account, password, isRemembered, picture }
    const isRight = outcome.as === "second-factor" || outcome.as === "signed-in"
    if (isRight && isRemembered !== null) rememberAccount(account, isRemembered)
    dispatch({ type: "answered", outcome })
    if (outcome.as === "signed-in") await land()
  }

  function start(tried: Tried, proof?: HumanProof): void {
    go(tried, proof).catch((error: unknown) => {
      // A part of the page could not be loaded.
      const problems = { form: messageOf(error, "网络不稳定，登录组件加载失败，请重试") ?? "" }
      dispatch({ type: "answered", outcome: { as: "refused", problems } })
    })
  }

  return {
    login,
    dispatch,
    submit(tried) {
      if (login.step.at !== "form") return
      waiting.current = tried
      dispatch({ type: "submitted" })
      start(tried)
    },
    prove(proof) {
      if (login.step.at !== "human-check" || !waiting.current) return
      dispatch({ type: "solved" })
      start(waiting.current, proof)
    },
    enter() {
      dispatch({ type: "signedIn" })
      void land()
    },
  }
}
