import { webhookLimits } from "@uc/contract/applications/webhooks"
import { sql } from "drizzle-orm"
import type { Database } from "../../../db/open.ts"
import { isSharedWith } from "../../../db/queries/shared-with.ts"
import { unrestricted } from "../../../db/scope.ts"

/** So many changes become notices in one transaction: an import of thousands neither holds a lock for long nor fills the memory. */
const batch = 500

const sharedPath = sql`a.shared_path`
/** The organisation may be gone by now, with its kind. */
const before = {
  kind: sql`coalesce(before.kind, '')`,
  areaPath: sql`coalesce(k.area_before, before.area_path)`,
}
const now = { kind: sql`at.kind`, areaPath: sql`at.area_path` }

/**
 * SSO-5: makes a notice of each noted change for each application that may know the object. One process at a time, so that the notices of
 * one object have the order of its changes. Who came into or left what an application may know is new or gone for it. Gives
 * whether there may be more.
 */
export async function makeDeliveries(database: Database): Promise<boolean> {
  return database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<{ ours: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('directory_change')) as ours
        where exists (select from directory_change)`,
    )
    if (rows[0]?.ours !== true) return false
    const made = await db.execute<{ taken: number }>(sql`
      with taken as (
        delete from directory_change where id in (select id from directory_change order by id limit ${batch}::int)
        returning *
      ), now_known as (
        select t.*, p.org_id as org_now, p.admintype as rank_now,
          coalesce(t.roles_after, t.roles_before, array(select h.role_id from person_role h where h.person_id = p.id)) as roles_now,
          array(select y.application_id from application_consent y join application a on a.id = y.application_id and y.claims @> a.claims
            where y.person_id = p.id) as consents_now,
          coalesce(t.places_after, t.places_before) as places_now
        from taken t left join person p on p.id = t.object_id
        where t.object = 'person'
        union all
        select t.*, d.org_id, null, null, null, null
        from taken t left join department d on d.id = t.object_id
        where t.object = 'department'
        union all
        select t.*, o.id, null, null, null, null
        from taken t left join organisation o on o.id = t.object_id
        where t.object = 'organisation'
      ), judged as (
        select k.id, k.object, k.object_id, k.created_at, w.application_id,
          case
            when k.what not in ('touched', 'changed') then k.what
            when regexp_replace(k.places_before, ':[^,]*', '', 'g') <> regexp_replace(k.places_now, ':[^,]*', '', 'g') then 'moved'
            when k.what = 'changed' or k.places_before <> k.places_now
              or not (k.roles_before @> k.roles_now and k.roles_now @> k.roles_before) then 'changed'
          end as what,
          k.org_before is not null and (a.org_id = k.org_before
              or ${isSharedWith(before, sharedPath)})
            and (k.object <> 'person' or k.rank_before >= a.min_admintype
              and (cardinality(a.role_ids) = 0 or k.roles_before && a.role_ids)
              and (a.is_own or a.id = any (k.consents_before))) as was_known,
          k.org_now is not null and (a.org_id = k.org_now or ${isSharedWith(now, sharedPath)})
            and (k.object <> 'person' or k.rank_now >= a.min_admintype
              and (cardinality(a.role_ids) = 0 or k.roles_now && a.role_ids)
              and (a.is_own or a.id = any (k.consents_now))) as is_known
        from now_known k
        left join organisation before on before.id = k.org_before
        left join organisation at on at.id = k.org_now
        join application_webhook w on not w.is_off and k.object = any (w.objects)
        join application a on a.id = w.application_id and a.disabled_at is null
          and (k.object = 'person' or case k.object when 'department' then 'departments' else 'organisation' end = any (a.claims))
        join organisation owner on owner.id = a.org_id and owner.disabled_at is null
      ), told as (
        insert into webhook_delivery (application_id, object, object_id, what, changed_at, next_at, tried_until)
        select application_id, object, object_id,
          case when not coalesce(was_known, false) then 'added' when not coalesce(is_known, false) then 'removed' else what end,
          created_at, now(), now() + make_interval(hours => ${webhookLimits.hours}::int)
        from judged
        where (was_known or is_known) and (what is not null or was_known is distinct from is_known)
        order by id, application_id
      )
      select count(*)::int as taken from taken`)
    return made.rows[0]?.taken === batch
  })
}
