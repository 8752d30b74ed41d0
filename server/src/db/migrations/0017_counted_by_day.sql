CREATE TABLE "alarm_day" (
	"org_id" bigint NOT NULL,
	"day" date NOT NULL,
	"total" integer NOT NULL,
	CONSTRAINT "alarm_day_org_id_day_pk" PRIMARY KEY("org_id","day")
);
--> statement-breakpoint
CREATE TABLE "alarm_month" (
	"org_id" bigint NOT NULL,
	"month" date NOT NULL,
	"level" smallint NOT NULL,
	"model_code" text NOT NULL,
	"total" integer NOT NULL,
	CONSTRAINT "alarm_month_org_id_month_level_model_code_pk" PRIMARY KEY("org_id","month","level","model_code")
);
--> statement-breakpoint
CREATE TABLE "patrol_day" (
	"org_id" bigint NOT NULL,
	"day" date NOT NULL,
	"planned" integer NOT NULL,
	"done" integer NOT NULL,
	"missed" integer NOT NULL,
	CONSTRAINT "patrol_day_org_id_day_pk" PRIMARY KEY("org_id","day")
);
--> statement-breakpoint
ALTER TABLE "alarm_day" ADD CONSTRAINT "alarm_day_org_id_organisation_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_month" ADD CONSTRAINT "alarm_month_org_id_organisation_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patrol_day" ADD CONSTRAINT "patrol_day_org_id_organisation_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_closed" ON "alarm" USING btree ("org_id","closed_at") WHERE "alarm"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "task_assignee_finished" ON "task_assignee" USING btree ("org_id","finished_at") WHERE "task_assignee"."finished_at" is not null;--> statement-breakpoint
-- What is in these tables follows from alarm and patrol_record alone, and is changed by nobody else. In the order of their
-- keys: two that count at the same time wait for each other, never in a ring.
create function count_alarms() returns trigger
language plpgsql
as $$
begin
  insert into alarm_day as known (org_id, day, total)
  select org_id, (createtime at time zone 'Asia/Shanghai')::date, count(*) from fresh group by 1, 2 order by 1, 2
  on conflict (org_id, day) do update set total = known.total + excluded.total;

  insert into alarm_month as known (org_id, month, level, model_code, total)
  select org_id, date_trunc('month', createtime at time zone 'Asia/Shanghai')::date, level, model_code, count(*)
  from fresh group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (org_id, month, level, model_code) do update set total = known.total + excluded.total;
  return null;
end
$$;--> statement-breakpoint
create trigger alarm_added after insert on alarm referencing new table as fresh
  for each statement execute function count_alarms();--> statement-breakpoint
create function uncount_alarm() returns trigger
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
$$;--> statement-breakpoint
-- Rare: nobody changes what an alarm is about. Row by row, so that everyday changes of its state pay nothing.
create trigger alarm_moved after update of org_id, createtime, level, model_code on alarm
  for each row execute function uncount_alarm();--> statement-breakpoint
create trigger alarm_removed after delete on alarm for each row execute function uncount_alarm();--> statement-breakpoint
create function count_patrols() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into patrol_day as known (org_id, day, planned, done, missed)
    select org_id, (due_at at time zone 'Asia/Shanghai')::date, count(*),
      count(*) filter (where result in ('normal', 'problem')), count(*) filter (where result = 'missed')
    from fresh group by 1, 2 order by 1, 2
    on conflict (org_id, day) do update set planned = known.planned + excluded.planned,
      done = known.done + excluded.done, missed = known.missed + excluded.missed;
  elsif tg_op = 'DELETE' then
    update patrol_day known set planned = known.planned - gone.planned, done = known.done - gone.done,
      missed = known.missed - gone.missed
    from (
      select org_id, (due_at at time zone 'Asia/Shanghai')::date as day, count(*) as planned,
        count(*) filter (where result in ('normal', 'problem')) as done, count(*) filter (where result = 'missed') as missed
      from stale group by 1, 2
    ) gone
    where known.org_id = gone.org_id and known.day = gone.day;
  else
    insert into patrol_day as known (org_id, day, planned, done, missed)
    select org_id, (due_at at time zone 'Asia/Shanghai')::date, sum(sign),
      coalesce(sum(sign) filter (where result in ('normal', 'problem')), 0),
      coalesce(sum(sign) filter (where result = 'missed'), 0)
    from (select 1 as sign, org_id, due_at, result from fresh
          union all select -1, org_id, due_at, result from stale) changed
    group by 1, 2 order by 1, 2
    on conflict (org_id, day) do update set planned = known.planned + excluded.planned,
      done = known.done + excluded.done, missed = known.missed + excluded.missed;
  end if;
  return null;
end
$$;--> statement-breakpoint
create trigger patrol_added after insert on patrol_record referencing new table as fresh
  for each statement execute function count_patrols();--> statement-breakpoint
create trigger patrol_changed after update on patrol_record referencing new table as fresh old table as stale
  for each statement execute function count_patrols();--> statement-breakpoint
create trigger patrol_removed after delete on patrol_record referencing old table as stale
  for each statement execute function count_patrols();--> statement-breakpoint
insert into alarm_day select org_id, (createtime at time zone 'Asia/Shanghai')::date, count(*) from alarm group by 1, 2;--> statement-breakpoint
insert into alarm_month
  select org_id, date_trunc('month', createtime at time zone 'Asia/Shanghai')::date, level, model_code, count(*)
  from alarm group by 1, 2, 3, 4;--> statement-breakpoint
insert into patrol_day
  select org_id, (due_at at time zone 'Asia/Shanghai')::date, count(*),
    count(*) filter (where result in ('normal', 'problem')), count(*) filter (where result = 'missed')
  from patrol_record group by 1, 2;
