-- Row-level security [ROLE-2]: whatever a query forgets, PostgreSQL shows and takes only rows of those organisations that
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

-- Run after every migration, so that a table which a later migration adds is protected by having a column org_id.
-- It touches only what is missing: a policy that must change is dropped by the migration that changes it. Otherwise each
-- start of a process would lock every table.
--
-- The sub-selects are there for speed. Each is worked out once for a query, and `in (select unnest(…))` becomes a hash,
-- where `= any (array)` would walk the array for every row (8 times slower with 400 organisations).
create function enable_row_security() returns void
language plpgsql
as $body$
declare
  t record;
  condition text;
begin
  for t in
    select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity,
      bool_or(a.attname = 'org_id') as has_org, bool_or(a.attname = 'shared_path') as has_shared_path
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    group by c.oid
  loop
    condition := case
      when t.relname = 'area' then 'starts_with(path, (select uc_area()))'
      when t.relname = 'organisation' then 'id in (select unnest(uc_orgs()))'
      when t.has_org then 'org_id in (select unnest(uc_orgs()))'
    end;
    continue when condition is null;

    if not t.relrowsecurity then
      execute format('alter table public.%I enable row level security', t.relname);
    end if;
    -- The server's role owns the tables; without force the policies would not hold for it.
    if not t.relforcerowsecurity then
      execute format('alter table public.%I force row level security', t.relname);
    end if;
    if not exists (select from pg_policy where polrelid = t.oid and polname = 'org_isolation') then
      execute format('create policy org_isolation on public.%I using ((select uc_sees_all()) or %s)', t.relname, condition);
    end if;

    -- What an organisation shows to all of an area may be read there and below, and changed by its owner only.
    if t.has_shared_path and not exists (select from pg_policy where polrelid = t.oid and polname = 'shared_read') then
      execute format(
        'create policy shared_read on public.%I for select using (shared_path <> '''' and starts_with((select uc_area()), shared_path))',
        t.relname);
    end if;
  end loop;
end
$body$;

-- Whoever has a task reads it, what its giver says to all, and its attachments; the policy of task_assignee decides who
-- has it. Whoever is assessed reads the scheme and its items; the policy of assessment decides who that is.
create policy assigned_read on task for select
  using (exists (select from public.task_assignee a where a.task_id = task.id));
create policy assigned_read on task_comment for select
  using (assignee_id is null and exists (select from public.task_assignee a where a.task_id = task_comment.task_id));
create policy assigned_read on attachment for select
  using (subject = 'task' and exists (select from public.task_assignee a where a.task_id = attachment.subject_id));
create policy assigned_read on assessment_scheme for select
  using (exists (select from public.assessment a where a.scheme_id = assessment_scheme.id));
create policy assigned_read on assessment_item for select
  using (exists (select from public.assessment a where a.scheme_id = assessment_item.scheme_id));

-- Two organisations become one [HOME-6]: every row of the one changes its org_id, and with it both ends of each key
-- (org_id, id) that binds two rows. Such a key is looked at when it is broken, as before, and at the end of the
-- transaction where that says `set constraints all deferred`. Run after every migration like enable_row_security(), so
-- that the keys of later tables are of this kind by themselves; it touches only what is missing.
create function make_composite_keys_deferrable() returns void
language plpgsql
as $body$
declare
  k record;
begin
  for k in
    select conrelid::regclass as relation, conname
    from pg_constraint
    where contype = 'f' and not condeferrable and cardinality(conkey) > 1
      and connamespace = 'public'::regnamespace
  loop
    execute format('alter table %s alter constraint %I deferrable initially immediate', k.relation, k.conname);
  end loop;
end
$body$;

-- What belongs to one person and goes with them [BARE-17]: a table with an org_id whose key person_id is deleted with its
-- person. Its key is the person alone, and these triggers keep its org_id the person's: a key (org_id, person_id) would be
-- looked at for every person and every such table when an organisation becomes part of another (decision 050).
create function personal_tables() returns setof regclass
language sql stable
as $$
  select k.conrelid::regclass
  from pg_constraint k
  join pg_attribute p on p.attrelid = k.conrelid and k.conkey = array[p.attnum] and p.attname = 'person_id'
  join pg_attribute o on o.attrelid = k.conrelid and o.attname = 'org_id' and not o.attisdropped
  where k.contype = 'f' and k.confdeltype = 'c' and k.confrelid = 'public.person'::regclass
$$;

-- The lock is the one that the foreign key takes a moment later. Taken here, it makes a person who is just being moved
-- wait for this row, or this row for them; without it the row could keep the organisation that they have left.
-- Row-level security holds here too: of a person out of reach the row could not be written anyway. Asked by the id alone, so
-- that no plan looks through all people of the organisation, however few there were when it was made.
create function check_person_org() returns trigger
language plpgsql
set enable_seqscan to off
as $$
declare
  person_org bigint;
begin
  select org_id into person_org from public.person where id = new.person_id for key share;
  if person_org is distinct from new.org_id then
    raise foreign_key_violation using
      message = format('a row of table "%s" has another organisation than its person', tg_table_name),
      table = tg_table_name, constraint = tg_name;
  end if;
  return new;
end
$$;

-- By lists of ids: whatever the planner thinks of the tables' sizes, its time grows with the number of people moved.
create function move_personal_rows() returns trigger
language plpgsql
as $$
declare
  moved record;
  t regclass;
begin
  for moved in
    select org_id, array_agg(id) as ids
    from (select id, org_id from new_rows except select id, org_id from old_rows) changed
    group by org_id
  loop
    for t in select personal_tables() loop
      execute format('update %s set org_id = $1 where person_id = any ($2) and org_id <> $1', t)
      using moved.org_id, moved.ids;
    end loop;
  end loop;
  return null;
end
$$;
create trigger person_moved after update on person referencing old table as old_rows new table as new_rows
  for each statement execute function move_personal_rows();

-- Run after every migration like enable_row_security(); it touches only what is missing. An update inside of another
-- trigger is the one of move_personal_rows(), which is right by itself: hundreds of thousands of rows are not looked at again.
create function bind_personal_tables() returns void
language plpgsql
as $body$
declare
  t regclass;
begin
  for t in
    select p.t from personal_tables() as p (t)
    where not exists (select from pg_trigger where tgrelid = p.t and tgname = 'person_org_on_insert')
  loop
    execute format('create trigger person_org_on_insert before insert on %s for each row
      execute function check_person_org()', t);
    execute format('create trigger person_org_on_update before update of org_id, person_id on %s for each row
      when (pg_trigger_depth() = 0) execute function check_person_org()', t);
  end loop;
end
$body$;

-- What is in alarm_day, alarm_month and patrol_day follows from alarm and patrol_record alone, and is changed by nobody
-- else. In the order of their keys: two that count at the same time wait for each other, never in a ring.
create function count_alarms() returns trigger
language plpgsql
as $$
begin
  insert into alarm_day as known (org_id, day, total)
  select org_id, (createtime at time zone 'Asia/Shanghai')::date, count(*) from new_rows group by 1, 2 order by 1, 2
  on conflict (org_id, day) do update set total = known.total + excluded.total;

  insert into alarm_month as known (org_id, month, level, model_code, total)
  select org_id, date_trunc('month', createtime at time zone 'Asia/Shanghai')::date, level, model_code, count(*)
  from new_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (org_id, month, level, model_code) do update set total = known.total + excluded.total;
  return null;
end
$$;
create trigger alarm_added after insert on alarm referencing new table as new_rows
  for each statement execute function count_alarms();

create function recount_alarm() returns trigger
language plpgsql
as $$
begin
  update alarm_day set total = total - 1
  where org_id = old.org_id and day = (old.createtime at time zone 'Asia/Shanghai')::date;
  update alarm_month set total = total - 1
  where org_id = old.org_id and month = date_trunc('month', old.createtime at time zone 'Asia/Shanghai')::date
    and level = old.level and model_code = old.model_code;
  if tg_op = 'UPDATE' then
    insert into alarm_day as known (org_id, day, total)
    values (new.org_id, (new.createtime at time zone 'Asia/Shanghai')::date, 1)
    on conflict (org_id, day) do update set total = known.total + 1;
    insert into alarm_month as known (org_id, month, level, model_code, total)
    values (new.org_id, date_trunc('month', new.createtime at time zone 'Asia/Shanghai')::date, new.level, new.model_code, 1)
    on conflict (org_id, month, level, model_code) do update set total = known.total + 1;
  end if;
  return null;
end
$$;
-- Rare: nobody changes what an alarm is about. Row by row, so that everyday changes of its state pay nothing.
create trigger alarm_moved after update of org_id, createtime, level, model_code on alarm
  for each row execute function recount_alarm();
create trigger alarm_removed after delete on alarm for each row execute function recount_alarm();

create function count_patrols() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into patrol_day as known (org_id, day, planned, done, missed)
    select org_id, (due_at at time zone 'Asia/Shanghai')::date, count(*),
      count(*) filter (where result in ('normal', 'problem')), count(*) filter (where result = 'missed')
    from new_rows group by 1, 2 order by 1, 2
    on conflict (org_id, day) do update set planned = known.planned + excluded.planned,
      done = known.done + excluded.done, missed = known.missed + excluded.missed;
  elsif tg_op = 'DELETE' then
    update patrol_day known set planned = known.planned - gone.planned, done = known.done - gone.done,
      missed = known.missed - gone.missed
    from (
      select org_id, (due_at at time zone 'Asia/Shanghai')::date as day, count(*) as planned,
        count(*) filter (where result in ('normal', 'problem')) as done, count(*) filter (where result = 'missed') as missed
      from old_rows group by 1, 2
    ) gone
    where known.org_id = gone.org_id and known.day = gone.day;
  else
    insert into patrol_day as known (org_id, day, planned, done, missed)
    select org_id, (due_at at time zone 'Asia/Shanghai')::date, sum(sign),
      coalesce(sum(sign) filter (where result in ('normal', 'problem')), 0),
      coalesce(sum(sign) filter (where result = 'missed'), 0)
    from (select 1 as sign, org_id, due_at, result from new_rows
          union all select -1, org_id, due_at, result from old_rows) changed
    group by 1, 2 order by 1, 2
    on conflict (org_id, day) do update set planned = known.planned + excluded.planned,
      done = known.done + excluded.done, missed = known.missed + excluded.missed;
  end if;
  return null;
end
$$;
create trigger patrol_added after insert on patrol_record referencing new table as new_rows
  for each statement execute function count_patrols();
create trigger patrol_changed after update on patrol_record referencing new table as new_rows old table as old_rows
  for each statement execute function count_patrols();
create trigger patrol_removed after delete on patrol_record referencing old table as old_rows
  for each statement execute function count_patrols();

-- Another number is not proven, whoever writes it and by whichever way, unless the proof comes with it.
create function clear_phone_proof() returns trigger
language plpgsql
as $$
begin
  new.phone_proven_at := null;
  return new;
end
$$;
create trigger person_phone_changed before update of phone on person for each row
  when (new.phone is distinct from old.phone and new.phone_proven_at is not distinct from old.phone_proven_at)
  execute function clear_phone_proof();
