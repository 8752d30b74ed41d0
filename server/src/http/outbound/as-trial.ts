import { trialLimits, trialMessages } from "@uc/contract/applications/trial-calls"
import { Refusal } from "../../errors/refusal.ts"
import type { SignedIn } from "../../session/signed-in.ts"
import type { Services } from "../services.ts"

/** FAULT-4: what an administrator has this server try. Whoever is asked may hang, so few are under way at once. */
export async function asTrial<T>(
  { underWay }: Pick<Services, "underWay">,
  { user }: SignedIn,
  work: () => Promise<T>,
): Promise<T> {
  const { person, organisation, all } = trialLimits.underWay
  const leave = underWay.enter([
    { key: `trial of person ${user.id}`, atMost: person },
    { key: `trial of organisation ${user.orgid}`, atMost: organisation },
    { key: "trial", atMost: all },
  ])
  if (!leave) throw new Refusal(trialMessages.underWay, { status: 429, retryAfterS: 5 })
  try {
    return await work()
  } finally {
    leave()
  }
}
