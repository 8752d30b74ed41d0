import { isAbove } from "@uc/contract/domains/calls"
import { identityMessages, type UnlinkedIdentity } from "@uc/contract/identity-sources/calls"
import { Account } from "@uc/contract/people/admin-calls"
import { hasShown } from "@uc/contract/core/shown-name"
import { unrestricted } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { OpenRequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { audit } from "../../security/audit.ts"
import type { LinkOfPerson } from "../../security/sign-in/sign-in-by-link.ts"
import { addPerson, isAccountTaken } from "../people/public.ts"
import type { ProvenIdentity } from "./flow.store.ts"
import { addLink, linksOfIdentity } from "./links.store.ts"
import type { Source } from "./providers/provider.ts"
import { organisationOf } from "./sources.store.ts"

/** The organisation that an account is added to. FAULT-8: none with others below it, which whoever is added there would read. */
async function whereToAdd({ database }: Services, source: Source) {
  const org = await database.transaction(unrestricted, (db) => organisationOf(db, source))
  return org && !isAbove(org.usertype) ? org : null
}

/** SSO-4: only where the administrator has listed the domain of a mail address that the other side has checked. */
function isAllowed({ mailDomains }: Source, { mail }: ProvenIdentity): boolean {
  const parts = mail?.split("@") ?? []
  return parts.length === 2 && parts[0] !== "" && mailDomains.includes(parts[1] ?? "")
}

/** Letters, digits and a few signs: one that only looks like another's is none. */
function accountOf({ account }: ProvenIdentity): string | null {
  const read = Account.safeParse(account)
  return read.success ? read.data : null
}

/** Null: none; then an account that is there is linked, or nobody comes in. */
export async function accountThatMayBeAdded(
  services: Services,
  source: Source,
  proven: ProvenIdentity,
): Promise<UnlinkedIdentity["mayAdd"]> {
  const account = accountOf(proven)
  if (!isAllowed(source, proven) || account === null || (await isAccountTaken(services.database, account)))
    return null
  const found = await whereToAdd(services, source)
  return found && { account, orgname: found.name }
}

/** `take`: uses up the proof. The new account is nobody's but of this identity: it has no password. */
export async function addAccountFor(
  services: Services,
  { caller }: Pick<OpenRequestContext, "caller">,
  source: Source,
  proven: ProvenIdentity,
  take: () => Promise<void>,
): Promise<LinkOfPerson> {
  const account = accountOf(proven)
  const org = await whereToAdd(services, source)
  if (!isAllowed(source, proven) || account === null || !org)
    throw new Refusal(identityMessages.mayNotAdd, { status: 403 })
  await take()
  const subject = Buffer.from(proven.subject, "base64")
  return services.database.transaction(unrestricted, async (db) => {
    // Somebody whose account was disabled does not get another one.
    if ((await linksOfIdentity(db, source.id, subject)).all > 0)
      throw new Refusal(identityMessages.noneUsable, { status: 403 })
    const made = await addPerson(db, {
      org: source.orgId,
      account,
      nickname: hasShown.test(proven.name) ? proven.name : account,
      sex: "",
      role: "",
      phone: "",
      // It would stand here as anybody else's, though another has verified it (decision 119).
      email: "",
      usertype: org.usertype,
      places: [],
    })
    if ("obstacle" in made) throw new Refusal(identityMessages.accountTaken, { status: 409 })
    const person = { id: made.id, orgId: source.orgId }
    const added = await addLink(db, { person, sourceId: source.id, subject, label: proven.label })
    if ("obstacle" in added) throw new Refusal(identityMessages[added.obstacle], { status: 409 })
    await audit(db, {
      person,
      sessionId: null,
      action: "identities.add",
      result: "done",
      ip: caller.ip,
      detail: { account, source: source.name, label: proven.label },
    })
    return { id: added.id, personId: made.id, source: source.name }
  })
}
