CREATE TABLE "activation_link" (
	"secret_hash" "bytea" PRIMARY KEY NOT NULL,
	"person_id" bigint NOT NULL,
	"org_id" bigint NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"replaced_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "first_password_sheet" ADD COLUMN "secret_kind" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "first_password_sheet" ADD COLUMN "page" text;--> statement-breakpoint
ALTER TABLE "activation_link" ADD CONSTRAINT "activation_link_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_link" ADD CONSTRAINT "activation_link_org_id_organisation_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activation_link_person_id_index" ON "activation_link" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "activation_link_org_id_index" ON "activation_link" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "activation_link_until_index" ON "activation_link" USING btree ("until");--> statement-breakpoint
ALTER TABLE "first_password_sheet" ADD CONSTRAINT "first_password_sheet_kind" CHECK ("first_password_sheet"."secret_kind" = 'password' or "first_password_sheet"."secret_kind" = 'link' and "first_password_sheet"."page" is not null);