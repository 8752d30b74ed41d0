ALTER TABLE "person" ADD COLUMN "email" text;--> statement-breakpoint
CREATE INDEX "person_email" ON "person" USING btree (lower("email")) WHERE "person"."email" is not null;--> statement-breakpoint
-- A change of the mail address is told to applications as one of the phone is (0025).
drop trigger person_change_noted on person;--> statement-breakpoint
create trigger person_change_noted before update on person for each row
  when (old.org_id <> new.org_id or old.account <> new.account or old.name <> new.name
    or old.phone is distinct from new.phone or old.email is distinct from new.email or old.admintype <> new.admintype
    or (old.disabled_at is null) <> (new.disabled_at is null))
  execute function note_person();
