import { profileNumbers, schoolNumbers, type OrganisationBase } from "@uc/contract/assessments/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { eq, inArray, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { profiles } from "./profiles.store.ts"

type Base = Omit<OrganisationBase, "mayChange">
type NumberKey = keyof typeof profileNumbers
const numberKeys = Object.keys(profileNumbers) as NumberKey[]

const columns = {
  orgid: organisation.id,
  orgname: organisation.name,
  kind: organisation.kind,
  shortName: organisation.shortName,
  address: organisation.address,
  phone: organisation.phone,
  lng: organisation.lng,
  lat: organisation.lat,
  profile: organisation.profile,
  version: organisation.version,
}

export type ToldBase = Omit<Base, "completeness">

export async function basesOf(db: Db, orgs: readonly Id[]): Promise<ReadonlyMap<Id, ToldBase>> {
  const rows = await db
    .select(columns)
    .from(organisation)
    .where(inArray(organisation.id, [...orgs]))
  return new Map(
    rows.map(({ profile, ...basics }) => [
      basics.orgid,
      {
        ...basics,
        shortName: basics.shortName ?? "",
        address: basics.address ?? "",
        phone: basics.phone ?? "",
        ...numbersOf(profile),
      },
    ]),
  )
}

export async function baseOf(db: Db, org: Id): Promise<Base | null> {
  const basics = (await basesOf(db, [org])).get(org)
  if (!basics) return null
  const { items } = await profiles(db, sql`(select ${org}::bigint)`, { start: 0, limit: 1 })
  return { ...basics, completeness: items[0]?.completeness ?? 0 }
}

/** The column takes anything; what is no number says nothing. */
function numbersOf(profile: Record<string, unknown>): Record<NumberKey, number | null> {
  const read = numberKeys.map((key) => {
    const value = profile[key]
    return [key, typeof value === "number" && Number.isFinite(value) ? value : null] as const
  })
  return Object.fromEntries(read) as Record<NumberKey, number | null>
}

export type WantedBase = Pick<Base, "shortName" | "address" | "phone" | "lng" | "lat" | NumberKey>

/** `changed`: since it was read. `schoolsOnly`: DISTRICT-15: this number is not kept for an organisation that is no school. */
export async function saveBase(
  db: Db,
  org: Id,
  version: number,
  wanted: WantedBase,
): Promise<"saved" | "changed" | { readonly schoolsOnly: NumberKey }> {
  const [known] = await db.select(columns).from(organisation).where(eq(organisation.id, org)).for("update")
  if (!known || known.version !== version) return "changed"
  if (known.kind !== "school") {
    const stored = numbersOf(known.profile)
    const other = schoolNumbers.find((key) => wanted[key] !== stored[key])
    if (other) return { schoolsOnly: other }
  }
  const profile: Record<string, unknown> = { ...known.profile }
  for (const key of numberKeys) {
    if (known.kind !== "school" && schoolNumbers.includes(key)) continue
    if (wanted[key] === null) delete profile[key]
    else profile[key] = wanted[key]
  }
  await db
    .update(organisation)
    .set({
      shortName: wanted.shortName || null,
      address: wanted.address || null,
      phone: wanted.phone || null,
      lng: wanted.lng,
      lat: wanted.lat,
      profile: sql`${JSON.stringify(profile)}::jsonb || jsonb_build_object('updatedOn',
        to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD'))`,
      version: version + 1,
    })
    .where(eq(organisation.id, org))
  return "saved"
}
