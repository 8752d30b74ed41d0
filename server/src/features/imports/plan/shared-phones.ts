import { importMessages } from "@uc/contract/imports/calls"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import type { Importer } from "./import-plan.ts"
import type { PlannedPerson } from "./planned-person.ts"

const toldLines = 10

interface Holder {
  readonly account: string
  readonly who: string
  /** Of the file; null: an account that is there already. */
  readonly line: number | null
}

/**
 * DISTRICT-3, OPERATE-4: lines whose phone another account has too, in the file or among those whom the importer administers. Each
 * pair is told once. Of others nothing is told (decision 041).
 */
export async function sharedPhones(
  db: Db,
  { organisations }: Importer,
  planned: readonly PlannedPerson[],
): Promise<string[]> {
  const holders = await holdersOf(
    db,
    organisations.map(({ id }) => id),
    planned.flatMap(({ phone }) => phone ?? []),
  )
  // Whom the file gives a phone has no longer the one from before.
  const given = new Map(planned.filter(({ phone }) => phone !== undefined).map((one) => [one.account, one]))
  for (const [phone, found] of holders)
    holders.set(
      phone,
      found.filter(({ account }) => !given.has(account)),
    )
  for (const { phone, org, name, account, line } of given.values())
    if (phone !== undefined) add(holders, phone, { account, line, who: shown(org.name, name, account) })
  const told: string[] = []
  for (const { line, phone, account } of given.values()) {
    const other = holders
      .get(phone ?? "")
      ?.find((each) => each.account !== account && (each.line === null || each.line < line))
    if (other) told.push(`第${line}行与${other.line === null ? "" : `第${other.line}行`}${other.who}`)
  }
  return told.length === 0 ? [] : [importMessages.phonesShared(told.slice(0, toldLines), told.length)]
}

function shown(orgname: string, name: string, account: string): string {
  return `${orgname}的“${name}（${account}）”`
}

function add(holders: Map<string, Holder[]>, phone: string, holder: Holder): void {
  holders.set(phone, [...(holders.get(phone) ?? []), holder])
}

async function holdersOf(
  db: Db,
  orgs: readonly Id[],
  phones: readonly string[],
): Promise<Map<string, Holder[]>> {
  const holders = new Map<string, Holder[]>()
  if (phones.length === 0) return holders
  const { rows } = await db.execute<{
    phone: string
    name: string
    account: string
    orgname: string
  }>(sql`
    select p.phone, p.name, p.account, o.name as orgname
    from person p join organisation o on o.id = p.org_id
    where p.phone = any(${sql.param([...phones])}::text[]) and p.org_id = any(${sql.param([...orgs])}::bigint[])
      and p.disabled_at is null
    order by p.id`)
  for (const { phone, name, account, orgname } of rows)
    add(holders, phone, { account, line: null, who: shown(orgname, name, account) })
  return holders
}
