import { sessionLimits } from "@uc/contract/account/calls"

/** SSO-1: `reauth`: the person has proven in the course of this sign-on who they are. */
export const acrs = { session: "session", reauth: "reauth" } as const

/** How long the provider keeps what stands on a session of the portal. */
export const sessionS = sessionLimits.absoluteHours * 3600
