ALTER TABLE "patrol_plan" ADD COLUMN "grace_minutes" smallint DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "patrol_plan" ADD COLUMN "laid_out_to" date;--> statement-breakpoint
ALTER TABLE "patrol_plan" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "patrol_point" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "patrol_record" ADD COLUMN "checked_by_id" bigint;--> statement-breakpoint
ALTER TABLE "patrol_record" ADD CONSTRAINT "patrol_record_org_id_checked_by_id_person_org_id_id_fk" FOREIGN KEY ("org_id","checked_by_id") REFERENCES "public"."person"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "patrol_record_newest" ON "patrol_record" USING btree ("due_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "patrol_record_open" ON "patrol_record" USING btree ("due_at") WHERE "patrol_record"."result" = 'due';--> statement-breakpoint
CREATE UNIQUE INDEX "patrol_record_once" ON "patrol_record" USING btree ("plan_id","point_id","due_at") WHERE "patrol_record"."plan_id" is not null and "patrol_record"."result" = 'due';