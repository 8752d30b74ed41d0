import type { OrganisationProfile } from "@uc/contract/assessments/calls"
import { profileNumbers, type ProfileNumber } from "@uc/contract/assessments/admin-calls"
import { organisationKinds } from "@uc/contract/directory/calls"
import { exportLimits } from "@uc/contract/core/exports"
import type { SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { exportedSheet, type ExportedColumn, type ExportedSheet } from "../../http/exported-file.ts"
import { basesOf, type ToldBase } from "./organisation-base.store.ts"
import { profiles, type ProfileSort } from "./profiles.store.ts"

interface Row extends OrganisationProfile {
  /** Undefined: the organisation is gone since the list was read. */
  readonly base: ToldBase | undefined
}

const columns: readonly ExportedColumn<Row>[] = [
  { title: "单位", width: 30, cell: ({ orgname }) => orgname },
  { title: "类别", width: 10, cell: ({ base }) => (base ? organisationKinds[base.kind] : null) },
  { title: "完整度（%）", width: 12, cell: ({ completeness }) => completeness },
  { title: "更新日期", width: 12, cell: ({ updatetime }) => updatetime?.slice(0, 10) ?? null },
  { title: "简称", width: 16, cell: ({ base }) => base?.shortName ?? null },
  { title: "地址", width: 36, cell: ({ base }) => base?.address ?? null },
  { title: "电话", width: 18, cell: ({ base }) => base?.phone ?? null },
  { title: "经度", width: 12, cell: ({ base }) => base?.lng ?? null },
  { title: "纬度", width: 12, cell: ({ base }) => base?.lat ?? null },
  ...(Object.keys(profileNumbers) as ProfileNumber[]).map((key) => ({
    title: profileNumbers[key],
    width: 18,
    cell: ({ base }: Row) => base?.[key] ?? null,
  })),
]

/** HOME-4: in the order on screen, with the data that each organisation has given. */
export async function profileSheet(db: Db, orgs: SQL, sort: ProfileSort | undefined): Promise<ExportedSheet> {
  const { items: listed, total } = await profiles(db, orgs, { start: 0, limit: exportLimits.rows, sort })
  const sheet = exportedSheet({
    name: "单位档案",
    columns,
    read: async (from: number | undefined, limit) => {
      const start = from ?? 0
      const page = listed.slice(start, start + limit)
      const bases = await basesOf(
        db,
        page.map(({ orgid }) => orgid),
      )
      return {
        items: page.map((row): Row => ({ ...row, base: bases.get(row.orgid) })),
        next: start + limit < listed.length ? start + limit : null,
      }
    },
  })
  return { ...sheet, isCut: total > listed.length }
}
