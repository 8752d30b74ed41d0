-- The second wall [ROLE-2]: whatever a query forgets, PostgreSQL shows and takes only rows of those organisations that
-- the transaction was opened for. Three settings say so, and end with the transaction:
--   uc.reach  none | orgs | all
--   uc.orgs   {1,2,3}      the organisations, where reach is orgs
--   uc.area   330000/…/    the area whose tree of areas may be seen, where reach is orgs
-- Unset or empty means nothing at all.

create function uc_sees_all() returns boolean
language sql stable parallel safe
as $$ select coalesce(current_setting('uc.reach', true), '') = 'all' $$;

create function uc_orgs() returns bigint[]
language sql stable parallel safe
as $$
  select case when current_setting('uc.reach', true) = 'orgs'
    then coalesce(nullif(current_setting('uc.orgs', true), ''), '{}')::bigint[]
    else '{}'::bigint[] end
$$;

create function uc_area() returns text
language sql stable parallel safe
as $$
  select case when current_setting('uc.reach', true) = 'orgs'
    then nullif(current_setting('uc.area', true), '') end
$$;

-- Run after every migration, so that a table which a later migration adds has its wall by having a column org_id.
-- It touches only what is missing: a policy that must change is dropped by the migration that changes it. Otherwise each
-- start of a process would lock every table.
--
-- The sub-selects are there for speed. Each is worked out once for a query, and `in (select unnest(…))` becomes a hash,
-- where `= any (array)` would walk the array for every row (8 times slower with 400 organisations).
create function build_walls() returns void
language plpgsql
as $body$
declare
  t record;
  wall text;
begin
  for t in
    select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity,
      bool_or(a.attname = 'org_id') as has_org, bool_or(a.attname = 'shared_path') as has_shared_path
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    group by c.oid
  loop
    wall := case
      when t.relname = 'area' then 'starts_with(path, (select uc_area()))'
      when t.relname = 'organisation' then 'id in (select unnest(uc_orgs()))'
      when t.has_org then 'org_id in (select unnest(uc_orgs()))'
    end;
    continue when wall is null;

    if not t.relrowsecurity then
      execute format('alter table public.%I enable row level security', t.relname);
    end if;
    -- The server's role owns the tables; without force the wall would not be there for it.
    if not t.relforcerowsecurity then
      execute format('alter table public.%I force row level security', t.relname);
    end if;
    if not exists (select from pg_policy where polrelid = t.oid and polname = 'wall') then
      execute format('create policy wall on public.%I using ((select uc_sees_all()) or %s)', t.relname, wall);
    end if;

    -- What an organisation shows to all of an area may be read there and below, and changed by its owner only.
    if t.has_shared_path and not exists (select from pg_policy where polrelid = t.oid and polname = 'shared') then
      execute format(
        'create policy shared on public.%I for select using (shared_path <> '''' and starts_with((select uc_area()), shared_path))',
        t.relname);
    end if;
  end loop;

  -- A task may be read where it was given to; the wall of task_assignee decides which rows this finds.
  if not exists (select from pg_policy where polrelid = 'public.task'::regclass and polname = 'given') then
    create policy given on public.task for select
      using (exists (select from public.task_assignee a where a.task_id = task.id));
  end if;
end
$body$;
