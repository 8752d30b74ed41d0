ALTER TABLE "alarm" ADD COLUMN "taken_by_name" text;--> statement-breakpoint
ALTER TABLE "alarm" ADD COLUMN "climbed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alarm" ADD COLUMN "climbed_to" bigint;--> statement-breakpoint
ALTER TABLE "alarm_level" ADD COLUMN "minutes_to_take" smallint DEFAULT 30;--> statement-breakpoint
ALTER TABLE "alarm_level" ADD COLUMN "minutes_to_handle" smallint DEFAULT 120;--> statement-breakpoint
CREATE INDEX "alarm_climbed" ON "alarm" USING btree ("climbed_to","createtime" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "alarm"."climbed_to" is not null;--> statement-breakpoint
-- The graver, the sooner; an installation may change the numbers.
UPDATE "alarm_level" SET "minutes_to_take" = m.take, "minutes_to_handle" = m.handle
FROM (VALUES (1, 2, 5), (2, 5, 15), (3, 15, 60)) AS m (level, take, handle) WHERE "alarm_level"."level" = m.level;
