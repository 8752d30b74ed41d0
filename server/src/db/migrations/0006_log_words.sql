-- The first demo data wrote words into its logs that the contract does not know.
update login_log set result = 'signed-in' where result = 'ok';--> statement-breakpoint
update audit_log set result = 'done', action = 'domains.save', mid = 'domain' where result = 'ok' and action = 'domain.saved';
