ALTER TABLE "session" DROP COLUMN "device_id";--> statement-breakpoint
ALTER TABLE "session" DROP COLUMN "ua_hash";