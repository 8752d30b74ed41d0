ALTER TABLE "session" ADD COLUMN "is_by_phone_code" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "identity_source" ADD COLUMN "tested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "identity_source" ADD COLUMN "test_problem" text;