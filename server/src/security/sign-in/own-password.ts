import type { Id } from "@uc/contract/core/wire"
import { peopleAdminLimits } from "@uc/contract/people/admin-calls"
import { and, eq, inArray, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { credential, person } from "../../db/schema/people.ts"
import { authFailure } from "../../db/schema/sign-in.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { replaceActivationLinks } from "./activation-links.ts"
import type { PersonalWords } from "./password-rules.ts"

/** What the new password is checked against. */
export async function passwordHolder(
  db: Db,
  personId: Id,
): Promise<(PersonalWords & { readonly record: string | null }) | null> {
  const [found] = await db
    .select({
      account: person.account,
      phone: person.phone,
      name: person.name,
      pinyin: person.pinyin,
      organisation: organisation.name,
      record: credential.phc,
    })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .leftJoin(credential, eq(credential.personId, person.id))
    .where(eq(person.id, personId))
  return found ?? null
}

/** Of a password that an administrator gives one person. Those of a sheet end with their sheet. */
export const oneTimeEnd = sql`now() + make_interval(hours => ${peopleAdminLimits.oneTimeHours})`

/**
 * `oneTimeUntil`: an administrator made it; until then it may be used to set another one. Gives that moment as it is told. An
 * activation link that was not used yet is void with it.
 */
export async function setPassword(
  db: Db,
  owner: { readonly id: Id; readonly orgId: Id },
  record: { readonly phc: string; readonly pepperKid: string },
  oneTimeUntil: SQL | null = null,
): Promise<string | null> {
  const changed = {
    ...record,
    changedAt: sql`now()`,
    oneTimeUntil,
  }
  const [kept] = await db
    .insert(credential)
    .values({ personId: owner.id, orgId: owner.orgId, ...changed })
    .onConflictDoUpdate({ target: credential.personId, set: changed })
    .returning({ until: asMoment(credential.oneTimeUntil) })
  await replaceActivationLinks(db, owner.id)
  return kept?.until ?? null
}

/** A person who forgot their password has tried before they got help: their lock must not block the new one. */
export async function resetAttemptsOf(db: Db, personId: Id): Promise<void> {
  await db
    .delete(authFailure)
    .where(
      and(
        inArray(authFailure.scope, ["account", "account-day", "mistyped-account"]),
        eq(authFailure.key, `person:${personId}`),
      ),
    )
}
