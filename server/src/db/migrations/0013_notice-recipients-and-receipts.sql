DROP INDEX "sms_outbox_state_next_at_index";--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "is_for_own" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "is_for_area" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "for_orgs" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "for_departments" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "for_people" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "wants_receipt" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notice_read" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sms_outbox" ADD COLUMN "channel" text DEFAULT 'sms' NOT NULL;--> statement-breakpoint
CREATE INDEX "sms_outbox_channel_state_next_at_index" ON "sms_outbox" USING btree ("channel","state","next_at");--> statement-breakpoint
ALTER TABLE "sms_outbox" ADD CONSTRAINT "sms_outbox_channel" CHECK ("sms_outbox"."channel" in ('sms', 'webhook'));