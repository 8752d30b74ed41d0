import { maskedPhone } from "@uc/contract/reauth/calls"
import { admintypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { person } from "../../db/schema/people.ts"
import { session } from "../../db/schema/sessions.ts"
import { audit } from "../../security/audit.ts"
import { resetAttemptsOf } from "../../security/sign-in/own-password.ts"
import { untiePeople } from "../../security/sign-in/person-ties.ts"
import { voidTicketsOf } from "../../security/sign-in/sign-in-tickets.ts"
import { revokeSessions } from "../../session/session-statements.ts"

interface Wanted {
  /** Null: the only one there is. */
  readonly account: string | null
  /** Undefined: as it is; null: none. */
  readonly phone: string | null | undefined
}

type Found =
  | { readonly id: Id; readonly orgId: Id; readonly account: string }
  | { readonly obstacle: "none-is-there" | "several" | "not-one" }

/**
 * DISTRICT-4: what stands in the way of a platform administrator who lost password or phone. Sessions, tickets, locks and
 * links to other accounts go; the password is the caller's to set, in the same transaction.
 */
export async function resetAdministrator(db: Db, { account, phone }: Wanted): Promise<Found> {
  const all = await db
    .select({
      id: person.id,
      orgId: person.orgId,
      account: person.account,
      name: person.name,
      phone: person.phone,
    })
    .from(person)
    .where(and(eq(person.admintype, admintypes.platform), isNull(person.disabledAt)))
    .orderBy(person.id)
    .for("update")
  if (all.length === 0) return { obstacle: "none-is-there" }
  if (account === null && all.length > 1) return { obstacle: "several" }
  const found = all.find((one) => account === null || one.account.toLowerCase() === account.toLowerCase())
  if (!found) return { obstacle: "not-one" }
  if (phone !== undefined)
    await db
      .update(person)
      .set({ phone, version: sql`${person.version} + 1`, updatedAt: sql`now()` })
      .where(eq(person.id, found.id))
  await voidTicketsOf(db, found.id)
  await revokeSessions(db, eq(session.personId, found.id))
  await untiePeople(db, [found.id])
  await resetAttemptsOf(db, found.id)
  const shown = (number: string | null) => (number ? maskedPhone(number) : "无手机号")
  await audit(db, {
    // Nobody is signed in: it was done at the server itself.
    person: null,
    sessionId: null,
    action: "firstAdmin.reset",
    result: "done",
    ip: "127.0.0.1",
    detail: {
      id: found.id,
      before: {
        nickname: found.name,
        usercode: found.account,
        password: "原密码",
        phone: shown(found.phone),
      },
      after: {
        nickname: found.name,
        usercode: found.account,
        password: "一次性密码",
        phone: shown(phone === undefined ? found.phone : phone),
      },
    },
  })
  return { id: found.id, orgId: found.orgId, account: found.account }
}
