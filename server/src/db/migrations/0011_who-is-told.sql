CREATE TABLE "alarm_confirmation" (
	"org_id" bigint NOT NULL,
	"alarm_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alarm_confirmation_alarm_id_person_id_pk" PRIMARY KEY("alarm_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "told_rule" (
	"subject" text PRIMARY KEY NOT NULL,
	"told" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarm" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "drill" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alarm_confirmation" ADD CONSTRAINT "alarm_confirmation_org_id_organisation_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_confirmation" ADD CONSTRAINT "alarm_confirmation_org_id_alarm_id_alarm_org_id_id_fk" FOREIGN KEY ("org_id","alarm_id") REFERENCES "public"."alarm"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_confirmation" ADD CONSTRAINT "alarm_confirmation_org_id_person_id_person_org_id_id_fk" FOREIGN KEY ("org_id","person_id") REFERENCES "public"."person"("org_id","id") ON DELETE no action ON UPDATE restrict;--> statement-breakpoint
CREATE INDEX "alarm_confirmation_org_id_alarm_id_index" ON "alarm_confirmation" USING btree ("org_id","alarm_id");--> statement-breakpoint
CREATE INDEX "alarm_confirmation_org_id_person_id_index" ON "alarm_confirmation" USING btree ("org_id","person_id");