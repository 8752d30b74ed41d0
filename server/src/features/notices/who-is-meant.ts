import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import { pathsAbove } from "../../db/queries/paths-above.ts"

/**
 * DAY-11: whom a notice is for. The one rule of lists, badges, counts and reminders, over three tables by these names: `notice`, a
 * person `p` and their organisation `o`. Computed when it is asked: who joins later is meant too, who leaves is not any
 * more (decision 080).
 */
export const isMeant: SQL = sql`(p.disabled_at is null and o.disabled_at is null
  and (o.id = notice.org_id or starts_with(o.area_path, notice.shared_path))
  and ((notice.is_for_own and o.id = notice.org_id)
    or (notice.is_for_area and o.id <> notice.org_id
      and (notice.for_kind is null or notice.for_kind = o.kind)
      and (notice.for_school_level is null or notice.for_school_level = o.school_level)
      and (notice.for_tag is null or notice.for_tag = any (o.tags)))
    or o.id = any (notice.for_orgs)
    or p.id = any (notice.for_people)
    or (notice.for_departments <> '{}' and exists (select from person_department w
      join department d on d.id = w.department_id and d.disabled_at is null
      where w.person_id = p.id and (d.id = any (notice.for_departments) or d.ids && notice.for_departments)))))`

/**
 * Meant, and not who wrote it: they know what it says. It stands in their list and is read by them; no count, no bell and no
 * reminder takes them for somebody who has still to read it.
 */
export const isCounted: SQL = sql`(p.id is distinct from notice.author_id and ${isMeant})`

/** People with their organisations, as far as a notice can reach at all: `notice` comes before it. */
export const joinPeople: SQL = sql`
  join organisation o on o.id = notice.org_id or starts_with(o.area_path, notice.shared_path)
  join person p on p.org_id = o.id`

export interface Reader {
  readonly id: Id
  readonly orgId: Id
  /** Of their organisation: an area's notices are found by path, with an index. */
  readonly areaPath: string
}

/** Of `notice`: published, and for this reader. A bureau reaches more, but its schools' own notices are not for it. */
export function isFor(reader: Reader): SQL {
  return sql`(notice.org_id = ${reader.orgId} or notice.shared_path = any (${pathsOf(reader)})) and ${isPublishedFor(reader)}`
}

function pathsOf({ areaPath }: Reader): SQL {
  return sql`${sql.param(pathsAbove(areaPath))}::text[]`
}

function isPublishedFor({ id }: Reader): SQL {
  return sql`notice.published_at <= now() and exists (select from person p
    join organisation o on o.id = p.org_id where p.id = ${id} and ${isMeant})`
}

/** Of `notice`: this reader has not read it, or has yet to confirm it. */
export function isWaiting({ id }: Pick<Reader, "id">): SQL {
  return sql`notice.author_id is distinct from ${id}::bigint and not exists (select from notice_read r where r.notice_id = notice.id and r.person_id = ${id}
    and (r.confirmed_at is not null or not notice.wants_receipt))`
}

/** HOME-5: ids of what waits for this reader, at most so many; each half by an index. */
export function waitingNotices(reader: Reader, atMost: number): SQL {
  const waits = sql`${isPublishedFor(reader)} and ${isWaiting(reader)}`
  return sql`(select notice.id from notice where notice.org_id = ${reader.orgId} and ${waits} limit ${atMost})
    union
    (select notice.id from notice where notice.shared_path = any (${pathsOf(reader)}) and ${waits} limit ${atMost})`
}
