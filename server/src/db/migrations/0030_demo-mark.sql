ALTER TABLE "organisation" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Demo worlds that are there already: their people share one password record, which real ones never do, because each record
-- has a salt of its own.
update organisation set is_demo = true where id in (
  select p.org_id from person p join credential c on c.person_id = p.id
  where p.disabled_at is null and c.phc in (select phc from credential group by phc having count(*) > 1)
);
