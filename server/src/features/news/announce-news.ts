import { sql } from "drizzle-orm"
import type { Database } from "../../db/open.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { unrestricted } from "../../db/scope.ts"

/** People of one transaction, so that news for a whole province delays nobody's bell. */
const peopleAtOnce = 300
const piecesOfARound = 200

/**
 * Published news rings the bell of subscribers who may read it: the organisation's own people, and for shared news
 * everybody below. In batches: `announced_to` says how far it is, so a stopped process loses nothing, and the key of
 * each reminder keeps it from being sent twice.
 */
export async function announceNews(database: Database): Promise<number> {
  let rung = 0
  for (let piece = 0; piece < piecesOfARound; piece++) {
    const told = await announceSome(database)
    if (told === null) break
    rung += told
  }
  return rung
}

interface Due extends Record<string, unknown> {
  readonly id: string
  readonly org: string
  readonly orgname: string
  readonly title: string
  readonly category: string
  readonly path: string | null
  readonly to: string
}

function announceSome(database: Database): Promise<number | null> {
  return database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<Due>(sql`
      select n.id::text as id, n.org_id::text as org, coalesce(o.short_name, o.name) as orgname, n.title, c.category,
             case when c.shared_path is null then null else n.shared_path end as path,
             coalesce(n.announced_to, 0)::text as "to"
        from news n join news_column c on c.id = n.column_id join organisation o on o.id = n.org_id
       where n.announced_at is null and n.published_at is not null and n.published_at <= now()
       order by n.published_at limit 1 for no key update of n skip locked`)
    const due = rows[0]
    if (!due) return null
    const people = await db.execute<{ id: string }>(sql`
      select s.person_id::text as id from subscription s join organisation o on o.id = s.org_id
       where s.topic = 'news' and s.is_on and s.person_id > ${due.to}::bigint
         and (s.org_id = ${due.org}::bigint or (${due.path ?? ""}::text <> '' and starts_with(o.area_path, ${due.path ?? ""}::text)))
       order by s.person_id limit ${peopleAtOnce}`)
    const personIds = people.rows.map(({ id }) => id)
    const rung = await ringBell(db, {
      personIds,
      topic: "news",
      title: `${due.orgname}发布：${due.title}`,
      place: `/main/service?news=${due.id}`,
      key: `news:${due.id}`,
    })
    const isOver = personIds.length < peopleAtOnce
    await db.execute(sql`
      update news set announced_to = ${personIds.at(-1) ?? due.to}::bigint,
                      announced_at = case when ${isOver} then now() end
       where id = ${due.id}::bigint`)
    return rung.length
  })
}
