import { importMessages } from "@uc/contract/imports/calls"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import type { Importer } from "./import-plan.ts"
import type { PlannedPerson } from "./planned-person.ts"

const toldLines = 10

interface Holder {
  readonly orgId: Id
  readonly who: string
}

/**
 * DISTRICT-3: lines whose phone somebody of another organisation has too, in the file or among those whom the importer
 * administers. Of others nothing is told (decision 041).
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
  for (const { phone, org, name, account } of planned)
    if (phone !== undefined) add(holders, phone, { orgId: org.id, who: shown(org.name, name, account) })
  const told: string[] = []
  for (const { line, phone, org } of planned) {
    if (phone === undefined) continue
    const other = holders.get(phone)?.find(({ orgId }) => orgId !== org.id)
    if (other) told.push(`第${line}行与${other.who}`)
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
    org_id: Id
    phone: string
    name: string
    account: string
    orgname: string
  }>(sql`
    select p.org_id::text, p.phone, p.name, p.account, o.name as orgname
    from person p join organisation o on o.id = p.org_id
    where p.phone = any(${sql.param([...phones])}::text[]) and p.org_id = any(${sql.param([...orgs])}::bigint[])
      and p.disabled_at is null
    order by p.id`)
  for (const { org_id: orgId, phone, name, account, orgname } of rows)
    add(holders, phone, { orgId, who: shown(orgname, name, account) })
  return holders
}
