import type { OfferedAccount } from "@uc/contract/core/reply"
import type { LoginVariantRules, LoginMethod } from "@uc/contract/login/login-variants"

export type LoginField = "account" | "password" | "code"

/** What went wrong, and beside which field it stands; `form`: above the button, because it is no field's fault. */
export type Problems = { readonly [Place in LoginField | "form"]?: string }

export interface SecondFactor {
  readonly ticket: string
  /** Masked. Null: everything is proven, and the one-time password must be changed. */
  readonly phone: string | null
  /** The accounts of one phone: which of them is to be chosen first. */
  readonly accounts?: readonly OfferedAccount[]
}

/** What came of a try. */
export type Outcome =
  | { readonly as: "signed-in" }
  /** A later try of the same took its place: nothing to say. */
  | { readonly as: "overtaken" }
  /** The server wants to see a person, or did not believe that it saw one. */
  | { readonly as: "human-check"; readonly why: string }
  | { readonly as: "second-factor"; readonly second: SecondFactor }
  | { readonly as: "refused"; readonly problems: Problems }

export type Step =
  | { readonly at: "form" }
  | { readonly at: "signing-in" }
  /** The slider lies over the form; what was typed waits. `why`: the server's word, if it asked. */
  | { readonly at: "human-check"; readonly why: string | null }
  | { readonly at: "second-factor"; readonly second: SecondFactor }
  /** `second`: the step that is still on screen while the way leads on. */
  | { readonly at: "done"; readonly second: SecondFactor | null }

export interface Login {
  readonly rules: LoginVariantRules
  readonly method: LoginMethod
  readonly step: Step
  /**
   * A second step that was left by going back. Its code is on the phone, and the next one may be sent only minutes later:
   * whoever types the same again is led to it, not to a new one.
   */
  readonly left: SecondFactor | null
  readonly problems: Problems
  /** The server has asked for a human check although the face does not by itself; it will ask again. */
  readonly isCheckAsked: boolean
  /** Which picture with a code counts: each is good for one try. */
  readonly picture: number
}

export type LoginEvent =
  | { readonly type: "methodChosen"; readonly method: LoginMethod }
  | { readonly type: "typed"; readonly field: LoginField }
  | { readonly type: "submitted" }
  | { readonly type: "checkBegan" }
  | { readonly type: "checkDeclined" }
  | { readonly type: "solved" }
  | { readonly type: "answered"; readonly outcome: Outcome }
  | { readonly type: "pictureRefused" }
  /** The same was typed as before the second step that was left. */
  | { readonly type: "resumed" }
  /** Out of the second step. `why`: it is over, and this is what to say. */
  | { readonly type: "wentBack"; readonly why: string | null }
  /** The second factor was right, and the password is a one-time one. */
  | { readonly type: "passwordAsked"; readonly ticket: string }
  /** By phone and code, or after the account was chosen: what is asked for next. */
  | { readonly type: "ledOn"; readonly second: SecondFactor }
  /** By code or by phone: whoever took the way of another method is in. */
  | { readonly type: "proven" }

const form: Step = { at: "form" }

export function firstLogin(rules: LoginVariantRules): Login {
  return {
    rules,
    method: rules.methods[0] ?? "password",
    step: form,
    left: null,
    problems: {},
    isCheckAsked: false,
    picture: 0,
  }
}

/** Before anything is sent: the face asks always, or the server has asked before. */
export function needsSlider({ rules, isCheckAsked }: Login): boolean {
  return rules.humanCheck === "slider" && (rules.humanCheckWhen === "always" || isCheckAsked)
}

export function isBusy({ step }: Login): boolean {
  return step.at === "signing-in" || step.at === "done"
}

/** The second step, as long as it is on screen. */
export function secondOf({ step }: Login): SecondFactor | null {
  return "second" in step ? step.second : null
}

function without(problems: Problems, field: LoginField): Problems {
  // The sentence above the button is about the whole try; whoever types is past it.
  const { [field]: _told, form: _tried, ...rest } = problems
  return rest
}

function answered(login: Login, outcome: Outcome): Login {
  // A picture's code was spent by the try, whatever came of it.
  const spent = { ...login, picture: login.picture + 1 }
  switch (outcome.as) {
    case "signed-in":
      return { ...login, step: { at: "done", second: null } }
    case "overtaken":
      return { ...spent, step: form }
    case "human-check":
      if (login.rules.humanCheck === "picture-code")
        return { ...spent, step: form, problems: { code: outcome.why } }
      return { ...spent, isCheckAsked: true, step: { at: "human-check", why: outcome.why } }
    case "second-factor":
      return { ...spent, left: null, step: { at: "second-factor", second: outcome.second } }
    case "refused":
      return { ...spent, step: form, problems: outcome.problems }
  }
}

/** LOGIN-3: the one engine: form → human check → second factor → done. Without clock and network. */
export function reduceLogin(login: Login, event: LoginEvent): Login {
  const { step } = login
  switch (event.type) {
    case "methodChosen":
      if (step.at !== "form" || !login.rules.methods.includes(event.method)) return login
      return { ...login, method: event.method }
    case "typed":
      return { ...login, problems: without(login.problems, event.field) }
    case "submitted":
      return step.at === "form" ? { ...login, step: { at: "signing-in" }, problems: {} } : login
    case "checkBegan":
      return step.at === "signing-in" ? { ...login, step: { at: "human-check", why: null } } : login
    case "checkDeclined":
      return step.at === "human-check" ? { ...login, step: form } : login
    case "solved":
      return step.at === "human-check" ? { ...login, step: { at: "signing-in" } } : login
    case "answered":
      return step.at === "signing-in" ? answered(login, event.outcome) : login
    case "pictureRefused":
      return { ...login, picture: login.picture + 1 }
    case "wentBack":
      if (step.at !== "second-factor") return login
      if (event.why !== null) return { ...login, step: form, left: null, problems: { form: event.why } }
      return { ...login, step: form, left: step.second, problems: {} }
    case "resumed":
      if (step.at !== "signing-in" || login.left === null) return login
      return { ...login, step: { at: "second-factor", second: login.left }, left: null }
    case "passwordAsked":
      if (step.at !== "second-factor") return login
      return { ...login, step: { at: "second-factor", second: { ticket: event.ticket, phone: null } } }
    case "ledOn":
      return { ...login, left: null, step: { at: "second-factor", second: event.second } }
    case "proven":
      return { ...login, step: { at: "done", second: secondOf(login) } }
  }
}
