-- See 0019. Nothing here reads the rows of a large table: a part is attached by the check that 0020 has validated, and its
-- indexes and foreign keys become parts of the new table's own, because they say the same.

-- Sums of alarms after every change. By statement: for a row trigger a row that changes its month is one that is deleted.
create function recount_changed_alarms() returns trigger
language plpgsql
as $$
begin
  insert into alarm_day as known (org_id, day, total)
  select org_id, (createtime at time zone 'Asia/Shanghai')::date, sum(sign)
  from (select 1 as sign, org_id, createtime from new_rows union all select -1, org_id, createtime from old_rows) changed
  group by 1, 2 having sum(sign) <> 0 order by 1, 2
  on conflict (org_id, day) do update set total = known.total + excluded.total;

  insert into alarm_month as known (org_id, month, level, model_code, total)
  select org_id, date_trunc('month', createtime at time zone 'Asia/Shanghai')::date, level, model_code, sum(sign)
  from (select 1 as sign, org_id, createtime, level, model_code from new_rows
        union all select -1, org_id, createtime, level, model_code from old_rows) changed
  group by 1, 2, 3, 4 having sum(sign) <> 0 order by 1, 2, 3, 4
  on conflict (org_id, month, level, model_code) do update set total = known.total + excluded.total;
  return null;
end
$$;

create function recount_removed_alarms() returns trigger
language plpgsql
as $$
begin
  update alarm_day known set total = known.total - gone.total
  from (select org_id, (createtime at time zone 'Asia/Shanghai')::date as day, count(*) as total from old_rows group by 1, 2) gone
  where known.org_id = gone.org_id and known.day = gone.day;

  update alarm_month known set total = known.total - gone.total
  from (select org_id, date_trunc('month', createtime at time zone 'Asia/Shanghai')::date as month, level, model_code,
      count(*) as total from old_rows group by 1, 2, 3, 4) gone
  where known.org_id = gone.org_id and known.month = gone.month and known.level = gone.level
    and known.model_code = gone.model_code;
  return null;
end
$$;

-- A trigger by statement is one of the table that the statement names: the old table has its own, for the previous release.
drop trigger alarm_moved on alarm;
drop trigger alarm_removed on alarm;
create trigger alarm_moved after update on alarm referencing old table as old_rows new table as new_rows
  for each statement execute function recount_changed_alarms();
create trigger alarm_removed after delete on alarm referencing old table as old_rows
  for each statement execute function recount_removed_alarms();

-- The parts of all tables, in their order. No `from_month`: from the beginning; no `until_month`: what no month is made for.
create function month_parts() returns table (parent text, part text, key text, from_month date, until_month date)
language sql stable
as $$
  select p.relname::text, c.relname::text, a.attname::text,
    (nullif(bound.text[1], 'MINVALUE')::timestamptz at time zone 'Asia/Shanghai')::date,
    (nullif(bound.text[2], 'MAXVALUE')::timestamptz at time zone 'Asia/Shanghai')::date
  from pg_partitioned_table t
  join pg_class p on p.oid = t.partrelid and p.relnamespace = 'public'::regnamespace
  join pg_attribute a on a.attrelid = p.oid and a.attnum = t.partattrs[0]
  join pg_inherits i on i.inhparent = p.oid
  join pg_class c on c.oid = i.inhrelid
  cross join lateral (select array(select btrim(each, '''')
    from unnest(regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \((.*)\) TO \((.*)\)')) each) as text) bound
  order by 1, 4 nulls first
$$;

create function month_bound(month date, otherwise text) returns text
language sql immutable
as $$ select coalesce(quote_literal(month_start(month)), otherwise) $$;

-- A part that is not attached yet. Its keys are its own: one of the whole table would have to contain the month.
create function make_part(parent text, part text) returns void
language plpgsql
as $$
begin
  execute format('create table public.%I (like public.%I including defaults including constraints including storage)', part, parent);
  execute format('alter table public.%I add primary key (id)', part);
  if parent = 'alarm_record' then
    execute format('alter table public.%I add unique (uuid)', part);
  end if;
end
$$;

create function attach_part(parent text, part text, from_month date, until_month date) returns void
language plpgsql
as $$
begin
  execute format('alter table public.%I attach partition public.%I for values from (%s) to (%s)', parent, part,
    month_bound(from_month, 'minvalue'), month_bound(until_month, 'maxvalue'));
end
$$;

-- Makes the months that are missing before `until`. What was written meanwhile into the part behind the last month moves into
-- its own. Gives how many were made.
create function make_months(parent_name text, until date) returns int
language plpgsql
as $$
declare
  last record;
  month date;
  part text;
  made int := 0;
begin
  select * into strict last from month_parts() p where p.parent = parent_name and p.until_month is null;
  if last.from_month >= until then
    return 0;
  end if;
  execute format('alter table public.%I detach partition public.%I', parent_name, last.part);
  month := last.from_month;
  while month < until loop
    part := parent_name || to_char(month, '_YYYY_MM');
    perform make_part(parent_name, part);
    execute format('with moved as (delete from public.%I where %I < %L returning *) insert into public.%I select * from moved',
      last.part, last.key, month_start((month + interval '1 month')::date), part);
    perform attach_part(parent_name, part, month, (month + interval '1 month')::date);
    month := month + interval '1 month';
    made := made + 1;
  end loop;
  perform attach_part(parent_name, last.part, until, null);
  perform enable_row_security();
  return made;
end
$$;

-- `parent` becomes a partitioned table with the rows, indexes, foreign keys, triggers and numbers of `old`, its first part.
create function partition_by_month(old text, parent text, key text) returns void
language plpgsql
as $$
declare
  first_month date;
  sequence text := pg_get_serial_sequence('public.' || old, 'id');
  next_id bigint;
  was text := old;
  each record;
  indexes text[];
  keys text[];
  triggers text[];
begin
  execute format('lock table public.%I in access exclusive mode', old);
  select obj_description(oid, 'pg_constraint')::date into strict first_month
  from pg_constraint where conrelid = ('public.' || old)::regclass and conname = 'before_months';
  if old = parent then
    was := old || '_before';
    execute format('alter table public.%I rename to %I', old, was);
  end if;

  execute format('select last_value + is_called::int from %s', sequence) into next_id;
  execute format('alter table public.%I alter column id drop identity', was);
  execute format('create sequence public.%I as bigint start %s', parent || '_id_seq', next_id);
  execute format('alter table public.%I alter column id set default nextval(%L)', was, 'public.' || parent || '_id_seq');

  for each in
    select c.relname as name, pg_get_indexdef(i.indexrelid) as make
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ('public.' || was)::regclass
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
  loop
    indexes := indexes || replace(each.make, format(' ON public.%I ', was), format(' ON public.%I ', parent));
    execute format('alter index public.%I rename to %I', each.name, each.name || '_before');
  end loop;
  for each in
    select conname as name, parent || substr(conname, length(old) + 1) as becomes, pg_get_constraintdef(oid) as make
    from pg_constraint where conrelid = ('public.' || was)::regclass and contype = 'f'
  loop
    keys := keys || format('alter table public.%I add constraint %I %s', parent, each.becomes, each.make);
    if each.becomes <> each.name then
      execute format('alter table public.%I rename constraint %I to %I', was, each.name, each.becomes);
    end if;
  end loop;
  select array_agg(replace(pg_get_triggerdef(oid), format(' ON public.%I ', was), format(' ON public.%I ', parent)))
  into triggers from pg_trigger
  where tgrelid = ('public.' || was)::regclass and not tgisinternal and tgname <> 'alarm_named';

  execute format('create table public.%I (like public.%I including defaults including constraints including storage)
    partition by range (%I)', parent, was, key);
  execute format('alter table public.%I drop constraint before_months', parent);
  execute format('alter sequence public.%I owned by public.%I.id', parent || '_id_seq', parent);
  for each in select unnest(coalesce(indexes, '{}') || coalesce(keys, '{}') || coalesce(triggers, '{}')) as make loop
    execute each.make;
  end loop;

  perform attach_part(parent, was, null, first_month);
  execute format('alter table public.%I drop constraint before_months', was);
  perform make_part(parent, parent || '_later');
  perform attach_part(parent, parent || '_later', first_month, null);
  perform make_months(parent, (first_month + interval '3 months')::date);
end
$$;

-- A part has the foreign keys of its table, and they are changed there.
create or replace function make_composite_keys_deferrable() returns void
language plpgsql
as $body$
declare
  k record;
begin
  for k in
    select conrelid::regclass as relation, conname
    from pg_constraint
    where contype = 'f' and not condeferrable and cardinality(conkey) > 1 and conparentid = 0
      and connamespace = 'public'::regnamespace
  loop
    execute format('alter table %s alter constraint %I deferrable initially immediate', k.relation, k.conname);
  end loop;
end
$body$;

-- Its alarm may be of any month, and no key spans them; the previous release deletes no alarm.
alter table alarm_confirmation drop constraint alarm_confirmation_org_id_alarm_id_alarm_org_id_id_fk;
alter table alarm_event drop constraint alarm_event_org_id_alarm_id_alarm_org_id_id_fk;

select partition_by_month('alarm', 'alarm_record', 'createtime');
select partition_by_month('alarm_event', 'alarm_event', 'at');
select partition_by_month('audit_log', 'audit_log', 'at');
select partition_by_month('login_log', 'login_log', 'at');
select partition_by_month('patrol_record', 'patrol_record', 'due_at');
do $$ begin drop function partition_by_month(text, text, text); end $$;
