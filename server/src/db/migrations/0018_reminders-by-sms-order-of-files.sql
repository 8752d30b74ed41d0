ALTER TABLE "alarm" ADD COLUMN "reminded_by_sms_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "attachment" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "drill" ADD COLUMN "reminded_by_sms_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "hazard_unassigned" ON "hazard" USING btree ("created_at") WHERE "hazard"."state" = 'reported' and "hazard"."escalated_at" is null;