import { profileCalls } from "@uc/contract/account/profile-calls"
import type { InputOf } from "@uc/contract/core/call"
import { homePageOf } from "./home-page.ts"
import { arriveAt } from "../../platform/http/reload-document.ts"
import { send } from "../../platform/http/send.ts"
import { keepUser } from "../../platform/session/session.ts"

/** The server ends this session and begins one in the other organisation; this document and all other tabs are loaded again. */
export async function switchOrganisation(
  personid: string,
  proof: Omit<InputOf<typeof profileCalls.switchTo>, "personid"> = {},
): Promise<void> {
  const user = await send(profileCalls.switchTo, { personid, ...proof })
  keepUser(user)
  arriveAt(await homePageOf(user.id))
}
