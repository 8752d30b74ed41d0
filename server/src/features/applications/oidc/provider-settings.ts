import { sessionLimits } from "@uc/contract/account/calls"

/** SSO-1: `reauth`: the person has proven in the course of this sign-on who they are. */
export const acrs = { session: "session", reauth: "reauth" } as const

/**
 * SSO-15: how long a refresh token that is used again gets the same answer again: two tabs of a page renew in the same moment, and an
 * answer may be lost on its way.
 */
export const refreshLeewayMs = 10_000

/** What an application is told where somebody did not want to sign on to it or to let it know them. */
export const personRefused = "the person has refused"

/** How long the provider keeps what stands on a session of the portal. */
export const sessionS = sessionLimits.absoluteHours * 3600
