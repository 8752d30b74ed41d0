DROP INDEX "alarm_newest_of_org";--> statement-breakpoint
DROP INDEX "alarm_newest";--> statement-breakpoint
DROP INDEX "alarm_open";--> statement-breakpoint
DROP INDEX "drill_newest_of_org";--> statement-breakpoint
DROP INDEX "drill_live";--> statement-breakpoint
DROP INDEX "audit_log_org_id_at_index";--> statement-breakpoint
DROP INDEX "audit_log_at_index";--> statement-breakpoint
DROP INDEX "audit_log_person_id_at_index";--> statement-breakpoint
DROP INDEX "login_log_org_id_at_index";--> statement-breakpoint
DROP INDEX "login_log_at_index";--> statement-breakpoint
DROP INDEX "login_log_person_id_at_index";--> statement-breakpoint
DROP INDEX "news_column_id_published_at_id_index";--> statement-breakpoint
DROP INDEX "notice_org_id_published_at_index";--> statement-breakpoint
DROP INDEX "notice_shared_path_published_at_index";--> statement-breakpoint
DROP INDEX "patrol_record_org_id_due_at_index";--> statement-breakpoint
DROP INDEX "patrol_record_point_id_due_at_index";--> statement-breakpoint
DROP INDEX "task_org_id_created_at_index";--> statement-breakpoint
DROP INDEX "task_giver_id_created_at_index";--> statement-breakpoint
CREATE INDEX "alarm_newest_of_org" ON "alarm" USING btree ("org_id","createtime" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "alarm_newest" ON "alarm" USING btree ("createtime" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "alarm_open" ON "alarm" USING btree ("org_id","createtime" DESC NULLS FIRST) WHERE "alarm"."state" in ('open', 'acknowledged', 'handling');--> statement-breakpoint
CREATE INDEX "drill_newest_of_org" ON "drill" USING btree ("org_id","yazx_bdate" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "drill_live" ON "drill" USING btree ("yazx_bdate" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "drill"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "audit_log_org_id_at_index" ON "audit_log" USING btree ("org_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_at_index" ON "audit_log" USING btree ("at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_person_id_at_index" ON "audit_log" USING btree ("person_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "login_log_org_id_at_index" ON "login_log" USING btree ("org_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "login_log_at_index" ON "login_log" USING btree ("at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "login_log_person_id_at_index" ON "login_log" USING btree ("person_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "news_column_id_published_at_id_index" ON "news" USING btree ("column_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notice_org_id_published_at_index" ON "notice" USING btree ("org_id","published_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notice_shared_path_published_at_index" ON "notice" USING btree ("shared_path","published_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "patrol_record_org_id_due_at_index" ON "patrol_record" USING btree ("org_id","due_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "patrol_record_point_id_due_at_index" ON "patrol_record" USING btree ("point_id","due_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "task_org_id_created_at_index" ON "task" USING btree ("org_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "task_giver_id_created_at_index" ON "task" USING btree ("giver_id","created_at" DESC NULLS FIRST);