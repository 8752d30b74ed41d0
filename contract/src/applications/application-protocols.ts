import { z } from "zod"

/** SSO-3: how an application lets people sign in, with what that is called on the screen. */
export const applicationProtocolLabels = {
  oidc: "OpenID Connect",
  cas: "CAS 3.0",
} as const
export type ApplicationProtocol = keyof typeof applicationProtocolLabels
export const applicationProtocols = Object.keys(applicationProtocolLabels) as [
  ApplicationProtocol,
  ...ApplicationProtocol[],
]
export const ApplicationProtocol = z.enum(applicationProtocols)
