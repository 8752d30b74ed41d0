CREATE INDEX "qr_ticket_session_id_mid_index" ON "qr_ticket" USING btree ("session_id","mid");--> statement-breakpoint
CREATE INDEX "qr_ticket_holder_hash_index" ON "qr_ticket" USING btree ("holder_hash");--> statement-breakpoint
CREATE INDEX "known_device_device_hash_index" ON "known_device" USING btree ("device_hash");