DROP INDEX "guest_ticket_domain_id_index";--> statement-breakpoint
DROP INDEX "guest_ticket_person_id_index";--> statement-breakpoint
CREATE INDEX "alarm_source_created_by_index" ON "alarm_source" USING btree ("created_by") WHERE "alarm_source"."created_by" is not null;--> statement-breakpoint
CREATE INDEX "alarm_source_call_org_id_source_id_index" ON "alarm_source_call" USING btree ("org_id","source_id");--> statement-breakpoint
CREATE INDEX "alarm_level_index" ON "alarm" USING btree ("level");--> statement-breakpoint
CREATE INDEX "alarm_event_org_id_alarm_id_index" ON "alarm_event" USING btree ("org_id","alarm_id");--> statement-breakpoint
CREATE INDEX "alarm_event_person_id_index" ON "alarm_event" USING btree ("person_id") WHERE "alarm_event"."person_id" is not null;--> statement-breakpoint
CREATE INDEX "assessment_submitted_by_index" ON "assessment" USING btree ("submitted_by") WHERE "assessment"."submitted_by" is not null;--> statement-breakpoint
CREATE INDEX "assessment_reviewed_by_index" ON "assessment" USING btree ("reviewed_by") WHERE "assessment"."reviewed_by" is not null;--> statement-breakpoint
CREATE INDEX "assessment_item_org_id_scheme_id_index" ON "assessment_item" USING btree ("org_id","scheme_id");--> statement-breakpoint
CREATE INDEX "assessment_score_org_id_assessment_id_index" ON "assessment_score" USING btree ("org_id","assessment_id");--> statement-breakpoint
CREATE INDEX "assessment_score_item_id_index" ON "assessment_score" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "assessment_score_filled_by_index" ON "assessment_score" USING btree ("filled_by") WHERE "assessment_score"."filled_by" is not null;--> statement-breakpoint
CREATE INDEX "attachment_org_id_index" ON "attachment" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "custom_list_org_id_person_id_index" ON "custom_list" USING btree ("org_id","person_id");--> statement-breakpoint
CREATE INDEX "guest_ticket_domain_id_org_id_index" ON "guest_ticket" USING btree ("domain_id","org_id");--> statement-breakpoint
CREATE INDEX "guest_ticket_org_id_person_id_index" ON "guest_ticket" USING btree ("org_id","person_id");--> statement-breakpoint
CREATE INDEX "drill_plan_id_index" ON "drill" USING btree ("plan_id") WHERE "drill"."plan_id" is not null;--> statement-breakpoint
CREATE INDEX "drill_started_by_index" ON "drill" USING btree ("started_by") WHERE "drill"."started_by" is not null;--> statement-breakpoint
CREATE INDEX "drill_confirmation_org_id_drill_id_index" ON "drill_confirmation" USING btree ("org_id","drill_id");--> statement-breakpoint
CREATE INDEX "drill_confirmation_org_id_person_id_index" ON "drill_confirmation" USING btree ("org_id","person_id");--> statement-breakpoint
CREATE INDEX "grid_org_id_keeper_id_index" ON "grid" USING btree ("org_id","keeper_id") WHERE "grid"."keeper_id" is not null;--> statement-breakpoint
CREATE INDEX "import_part_org_id_import_id_index" ON "import_part" USING btree ("org_id","import_id");--> statement-breakpoint
CREATE INDEX "menu_module_id_index" ON "menu" USING btree ("module_id") WHERE "menu"."module_id" is not null;--> statement-breakpoint
CREATE INDEX "menu_audience_only_org_id_index" ON "menu_audience" USING btree ("only_org_id") WHERE "menu_audience"."only_org_id" is not null;--> statement-breakpoint
CREATE INDEX "news_org_id_column_id_index" ON "news" USING btree ("org_id","column_id");--> statement-breakpoint
CREATE INDEX "news_column_org_id_parent_id_index" ON "news_column" USING btree ("org_id","parent_id") WHERE "news_column"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "bell_ring_org_id_person_id_index" ON "bell_ring" USING btree ("org_id","person_id");--> statement-breakpoint
CREATE INDEX "notice_org_id_author_id_index" ON "notice" USING btree ("org_id","author_id") WHERE "notice"."author_id" is not null;--> statement-breakpoint
CREATE INDEX "notice_read_org_id_person_id_index" ON "notice_read" USING btree ("org_id","person_id");--> statement-breakpoint
CREATE INDEX "subscription_org_id_person_id_index" ON "subscription" USING btree ("org_id","person_id");--> statement-breakpoint
CREATE INDEX "organisation_area_id_index" ON "organisation" USING btree ("area_id");--> statement-breakpoint
CREATE INDEX "patrol_plan_point_org_id_plan_id_index" ON "patrol_plan_point" USING btree ("org_id","plan_id");--> statement-breakpoint
CREATE INDEX "patrol_plan_point_org_id_point_id_index" ON "patrol_plan_point" USING btree ("org_id","point_id");--> statement-breakpoint
CREATE INDEX "patrol_plan_point_org_id_person_id_index" ON "patrol_plan_point" USING btree ("org_id","person_id") WHERE "patrol_plan_point"."person_id" is not null;--> statement-breakpoint
CREATE INDEX "patrol_point_org_id_place_id_index" ON "patrol_point" USING btree ("org_id","place_id") WHERE "patrol_point"."place_id" is not null;--> statement-breakpoint
CREATE INDEX "patrol_record_org_id_plan_id_index" ON "patrol_record" USING btree ("org_id","plan_id") WHERE "patrol_record"."plan_id" is not null;--> statement-breakpoint
CREATE INDEX "patrol_record_org_id_point_id_index" ON "patrol_record" USING btree ("org_id","point_id");--> statement-breakpoint
CREATE INDEX "patrol_record_org_id_person_id_index" ON "patrol_record" USING btree ("org_id","person_id") WHERE "patrol_record"."person_id" is not null;--> statement-breakpoint
CREATE INDEX "patrol_record_org_id_checked_by_id_index" ON "patrol_record" USING btree ("org_id","checked_by_id") WHERE "patrol_record"."checked_by_id" is not null;--> statement-breakpoint
CREATE INDEX "credential_org_id_person_id_index" ON "credential" USING btree ("org_id","person_id");--> statement-breakpoint
CREATE INDEX "person_department_org_id_person_id_index" ON "person_department" USING btree ("org_id","person_id");--> statement-breakpoint
CREATE INDEX "person_picture_org_id_person_id_index" ON "person_picture" USING btree ("org_id","person_id");--> statement-breakpoint
CREATE INDEX "person_tie_org_id_person_id_index" ON "person_tie" USING btree ("org_id","person_id");--> statement-breakpoint
CREATE INDEX "qr_ticket_person_id_index" ON "qr_ticket" USING btree ("person_id") WHERE "qr_ticket"."person_id" is not null;--> statement-breakpoint
CREATE INDEX "reauth_grant_person_id_index" ON "reauth_grant" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "idempotent_request_org_id_person_id_index" ON "idempotent_request" USING btree ("org_id","person_id");--> statement-breakpoint
CREATE INDEX "session_org_id_person_id_index" ON "session" USING btree ("org_id","person_id");--> statement-breakpoint
CREATE INDEX "known_device_org_id_person_id_index" ON "known_device" USING btree ("org_id","person_id");--> statement-breakpoint
CREATE INDEX "sign_in_ticket_person_id_index" ON "sign_in_ticket" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sms_code_person_id_index" ON "sms_code" USING btree ("person_id") WHERE "sms_code"."person_id" is not null;--> statement-breakpoint
CREATE INDEX "task_org_id_giver_id_index" ON "task" USING btree ("org_id","giver_id");--> statement-breakpoint
CREATE INDEX "task_assignee_org_id_person_id_index" ON "task_assignee" USING btree ("org_id","person_id") WHERE "task_assignee"."person_id" is not null;--> statement-breakpoint
CREATE INDEX "task_comment_org_id_index" ON "task_comment" USING btree ("org_id");