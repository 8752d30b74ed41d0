DROP INDEX "auth_failure_window_start_index";--> statement-breakpoint
DROP INDEX "session_person_id_index";--> statement-breakpoint
DROP INDEX "session_prev_token_hash_index";--> statement-breakpoint
CREATE INDEX "session_person_id_index" ON "session" USING btree ("person_id") WHERE "session"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "session_prev_token_hash_index" ON "session" USING btree ("prev_token_hash") WHERE "session"."prev_token_hash" is not null;--> statement-breakpoint
ALTER TABLE "auth_failure" SET (fillfactor = 50);
