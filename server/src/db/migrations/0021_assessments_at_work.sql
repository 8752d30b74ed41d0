ALTER TABLE "assessment" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "soon_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "assessment_item" ADD COLUMN "asked" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "assessment_scheme" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "assessment_score" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "assessment_newest" ON "assessment" USING btree ("due_on" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "assessment_to_tell" ON "assessment" USING btree ("due_on") WHERE "assessment"."soon_told_at" is null and "assessment"."state" in ('open', 'returned');--> statement-breakpoint
-- Whoever is assessed reads the scheme and its items; the wall of assessment decides who that is.
CREATE POLICY given ON "assessment_scheme" FOR SELECT
  USING (EXISTS (SELECT FROM public.assessment a WHERE a.scheme_id = assessment_scheme.id));--> statement-breakpoint
CREATE POLICY given ON "assessment_item" FOR SELECT
  USING (EXISTS (SELECT FROM public.assessment a WHERE a.scheme_id = assessment_item.scheme_id));
