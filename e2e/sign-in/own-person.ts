import { query } from "../database.ts"
import type { Account } from "../sign-in.ts"

/**
 * Nobody's account but that of the test which passes this number: a test that changes a password would fail others that sign in as
 * the same person meanwhile, and their wrong passwords would ask it for a slider.
 */
export async function ownPerson(number: number): Promise<{
  readonly id: string
  readonly account: Account
  readonly phc: string
  readonly phone: string | null
}> {
  const [person] = await query<{ id: string; account: Account; phc: string; phone: string | null }>(
    `select p.id::text, p.account, c.phc, p.phone from person p
     join credential c on c.person_id = p.id join organisation o on o.id = p.org_id
     where o.name = '文澜校车运营有限公司' and p.admintype = 0 and p.disabled_at is null
     order by p.id offset $1 limit 1`,
    [number],
  )
  if (!person) throw new Error("The demo data has no such person")
  return person
}
