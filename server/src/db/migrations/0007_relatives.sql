ALTER TABLE "qr_ticket" ADD COLUMN "claim_hash" "bytea";--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "root_id" uuid;