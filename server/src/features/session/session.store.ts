import type { Id } from "@uc/contract/wire"
import { and, eq, isNull } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { loginLog } from "../../db/schema/logs.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { credential, person } from "../../db/schema/people.ts"
import type { Caller } from "../../http/answer.ts"

export interface Signing {
  readonly id: Id
  readonly orgId: Id
  readonly record: string | null
}

/** Runs across organisations: who signs in is not known yet, so there is no scope to ask with. */
export async function signingIn(db: Db, account: string): Promise<Signing | null> {
  const [found] = await db
    .select({ id: person.id, orgId: person.orgId, record: credential.phc })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .leftJoin(credential, eq(credential.personId, person.id))
    .where(and(eq(person.account, account), isNull(person.disabledAt), isNull(organisation.disabledAt)))
  return found ?? null
}

export type SignInResult = "signed-in" | "refused" | "signed-out"

export async function logSignIn(
  db: Db,
  entry: { account: string; person: { id: Id; orgId: Id } | null; result: SignInResult; caller: Caller },
): Promise<void> {
  await db.insert(loginLog).values({
    account: entry.account,
    personId: entry.person?.id ?? null,
    orgId: entry.person?.orgId ?? null,
    result: entry.result,
    ip: entry.caller.ip,
    userAgent: entry.caller.userAgent.slice(0, 300),
  })
}
