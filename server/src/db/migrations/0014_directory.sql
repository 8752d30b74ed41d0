ALTER TABLE "sign_in_ticket" ADD COLUMN "waits_for" text DEFAULT 'code' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_ticket" ADD CONSTRAINT "sign_in_ticket_waits_for" CHECK ("sign_in_ticket"."waits_for" in ('code', 'password'));--> statement-breakpoint
-- Two organisations become one [HOME-6]: every row of the one changes its org_id, and with it both ends of each key
-- (org_id, id) that binds two rows. Such a key is looked at when it is broken, as before, and at the end of the
-- transaction where that says `set constraints all deferred`. Run after every migration like build_walls(), so that the
-- keys of later tables are of this kind by themselves; it touches only what is missing.
create function loosen_keys() returns void
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
