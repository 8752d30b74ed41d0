CREATE TABLE "cas_ticket" (
	"ticket_hash" "bytea" PRIMARY KEY NOT NULL,
	"application_id" bigint NOT NULL,
	"service" text NOT NULL,
	"session_id" uuid NOT NULL,
	"is_new" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "application" ADD COLUMN "protocol" text DEFAULT 'oidc' NOT NULL;--> statement-breakpoint
ALTER TABLE "application_sign_on" ADD COLUMN "service" text;--> statement-breakpoint
ALTER TABLE "cas_ticket" ADD CONSTRAINT "cas_ticket_application_id_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."application"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cas_ticket" ADD CONSTRAINT "cas_ticket_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cas_ticket_application_id_index" ON "cas_ticket" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "cas_ticket_session_id_index" ON "cas_ticket" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "cas_ticket_expires_at_index" ON "cas_ticket" USING btree ("expires_at");