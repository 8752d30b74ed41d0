ALTER TABLE "application" ADD COLUMN "waives_pkce" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "application" ADD COLUMN "is_public" boolean DEFAULT false NOT NULL;