CREATE TABLE "guest_ticket" (
	"ticket_hash" "bytea" PRIMARY KEY NOT NULL,
	"org_id" bigint NOT NULL,
	"domain_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refused_origin" (
	"org_id" bigint NOT NULL,
	"day" date NOT NULL,
	"origin" text NOT NULL,
	"times" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refused_origin_org_id_day_origin_pk" PRIMARY KEY("org_id","day","origin"),
	CONSTRAINT "refused_origin_length" CHECK (length("refused_origin"."origin") <= 280)
);
--> statement-breakpoint
DROP INDEX "auth_domain_org_id_index";--> statement-breakpoint
ALTER TABLE "auth_domain" ALTER COLUMN "helpers" SET DEFAULT '{"picker","drawer","monitor","user","page"}';--> statement-breakpoint
-- Until now nobody could choose, and every domain on a list was answered everything.
UPDATE "auth_domain" SET "helpers" = default;--> statement-breakpoint
ALTER TABLE "auth_domain" ADD COLUMN "secret_hash" "bytea";--> statement-breakpoint
ALTER TABLE "auth_domain" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auth_domain" ADD CONSTRAINT "auth_domain_of_org" UNIQUE("org_id","id");--> statement-breakpoint
ALTER TABLE "guest_ticket" ADD CONSTRAINT "guest_ticket_org_id_organisation_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_ticket" ADD CONSTRAINT "guest_ticket_org_id_domain_id_auth_domain_org_id_id_fk" FOREIGN KEY ("org_id","domain_id") REFERENCES "public"."auth_domain"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_ticket" ADD CONSTRAINT "guest_ticket_org_id_person_id_person_org_id_id_fk" FOREIGN KEY ("org_id","person_id") REFERENCES "public"."person"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_ticket" ADD CONSTRAINT "guest_ticket_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_origin" ADD CONSTRAINT "refused_origin_org_id_organisation_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_ticket_domain_id_index" ON "guest_ticket" USING btree ("domain_id");--> statement-breakpoint
CREATE INDEX "guest_ticket_person_id_index" ON "guest_ticket" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "guest_ticket_session_id_index" ON "guest_ticket" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "guest_ticket_expires_at_index" ON "guest_ticket" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "refused_origin_day_index" ON "refused_origin" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "auth_domain_once" ON "auth_domain" USING btree ("org_id","origin");--> statement-breakpoint
ALTER TABLE "auth_domain" ADD CONSTRAINT "auth_domain_address" CHECK ("auth_domain"."domain_ip" ~ '^(?:https?:\/\/)?[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62})+(?::[0-9]{1,5})?$');--> statement-breakpoint
ALTER TABLE "auth_domain" ADD CONSTRAINT "auth_domain_canonical" CHECK ("auth_domain"."origin" ~ '^(?:https?:\/\/)?[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62})+(?::[0-9]{1,5})?$' and "auth_domain"."origin" = lower("auth_domain"."origin"));