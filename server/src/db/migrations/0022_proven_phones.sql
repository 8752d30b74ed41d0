ALTER TABLE "person" ADD COLUMN "phone_proven_at" timestamp (3) with time zone;--> statement-breakpoint
-- Another number is not proven, whoever writes it and by whichever way, unless the proof comes with it.
create function forget_phone_proof() returns trigger
language plpgsql
as $$
begin
  new.phone_proven_at := null;
  return new;
end
$$;--> statement-breakpoint
create trigger person_phone_changed before update of phone on person for each row
  when (new.phone is distinct from old.phone and new.phone_proven_at is not distinct from old.phone_proven_at)
  execute function forget_phone_proof();
