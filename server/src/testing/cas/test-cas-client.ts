import { Strategy } from "@coursetable/passport-cas"
import { casBase } from "@uc/contract/applications/cas"
import type { ApplicationInput } from "../oidc/test-relying-party.ts"

export const casService = "https://jw.canary.example/cas"

/** An application that speaks CAS. */
export const casApplication = {
  protocol: "cas",
  name: "教务系统",
  homeAddress: "https://jw.canary.example/",
  redirectAddresses: [casService],
  logoutAddresses: ["https://jw.canary.example/bye"],
} satisfies ApplicationInput

/** What the library understands. */
export interface CasProfile {
  readonly user: string
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>
}

type Version = "CAS1.0" | "CAS2.0" | "CAS3.0"

/** Passport's way to run a strategy: it calls one of these. */
interface Running {
  redirect(address: string): void
  success(profile: CasProfile): void
  fail(): void
  error(problem: Error): void
  authenticate(request: object, options: object): void
}

/** An application's server: a client of the protocol that nobody here wrote. Gives where to go, or who has come. */
export function casClient(base: string, version: Version, service: string) {
  const { origin, pathname } = new URL(service)
  const options = { version, ssoBaseURL: `${base}${casBase}`, serverBaseURL: origin, callbackURL: pathname }
  const run = (query: Record<string, string>) =>
    new Promise<string | CasProfile>((resolve, reject) => {
      const strategy = new Strategy(options, (profile, done) => done(null, profile)) as unknown as Running
      Object.assign(strategy, {
        redirect: resolve,
        success: resolve,
        fail: () => reject(new Error("failed")),
        error: ({ cause }: Error) => reject(cause as Error),
      })
      strategy.authenticate({ query, url: "/", headers: {} }, { copyQueryParameters: false })
    })
  return {
    begin: async () => (await run({})) as string,
    finish: async (ticket: string) => (await run({ ticket })) as CasProfile,
  }
}
