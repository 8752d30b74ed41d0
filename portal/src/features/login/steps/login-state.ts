import type { OfferedAccount } from "@uc/contract/core/reply"
import type { LoginVariantRules, LoginMethod } from "@uc/contract/login/login-variants"

export type LoginField = "account" | "password" | "code"

/** What went wrong, and at which field; `form`: above the button. */
export type Problems = { readonly [Place in LoginField | "form"]?: string }

export interface SecondFactor {
  readonly ticket: string
  /** Masked. Null: everything is proven, and the one-time password must be changed. */
  readonly phone: string | null
  /** The accounts of one phone: which of them is to be chosen first. */
  readonly accounts?: readonly OfferedAccount[]
}

/** The result of an attempt. */
export type Outcome =
  | { readonly as: "signed-in" }
  /** Replaced by a later attempt: nothing to show. */
  | { readonly as: "overtaken" }
  /** The server demands a human check, or refused one. */
  | { readonly as: "human-check"; readonly why: string }
  | { readonly as: "second-factor"; readonly second: SecondFactor }
  | { readonly as: "refused"; readonly problems: Problems }

export type Step =
  | { readonly at: "form" }
  | { readonly at: "signing-in" }
  /** The slider is over the form; what was typed waits. `why`: the server's sentence, if it demanded it. */
  | { readonly at: "human-check"; readonly why: string | null }
  | { readonly at: "second-factor"; readonly second: SecondFactor }
  /** `second`: the step that stays on screen while the next page loads. */
  | { readonly at: "done"; readonly second: SecondFactor | null }

export interface Login {
  readonly rules: LoginVariantRules
  readonly method: LoginMethod
  readonly step: Step
  /**
   * A second step that was left by going back. Its code is on the phone, and the next one may be sent only minutes
   * later: the same account and password lead to it again.
   */
  readonly left: SecondFactor | null
  readonly problems: Problems
  /** The server has demanded a human check although the variant does not; it will again. */
  readonly isCheckAsked: boolean
  /** Which picture with a code is valid: each is good for one attempt. */
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
  /** Out of the second step. `why`: it has expired, with the sentence to show. */
  | { readonly type: "wentBack"; readonly why: string | null }
  /** The second factor was right, and the password is a one-time one. */
  | { readonly type: "passwordAsked"; readonly ticket: string }
  /** By phone and code, or after the account was chosen: what is asked for next. */
  | { readonly type: "secondStepBegan"; readonly second: SecondFactor }
  /** By an SMS code, a QR code, or the second step. */
  | { readonly type: "signedIn" }

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

/** Before anything is sent: the variant always demands it, or the server has demanded it before. */
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
  // The sentence above the button is about the last attempt; typing clears it.
  const { [field]: _told, form: _tried, ...rest } = problems
  return rest
}

function answered(login: Login, outcome: Outcome): Login {
  // The picture's code was used up by the attempt, whatever its result.
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
    case "secondStepBegan":
      return { ...login, left: null, step: { at: "second-factor", second: event.second } }
    case "signedIn":
      return { ...login, step: { at: "done", second: secondOf(login) } }
  }
}
