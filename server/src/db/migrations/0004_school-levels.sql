ALTER TABLE "notice" ADD COLUMN "for_kind" text;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "for_school_level" text;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "for_tag" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "school_level" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- A site that has code tables already gets this one too; a new site gets it with the others.
INSERT INTO "dictionary" ("content", "parent_code", "code", "name", "sort_no")
SELECT 'codeTable', t.parent_code, t.code, t.name, t.sort_no
FROM (VALUES (null, 'schoolLevel', '学段', 25), ('schoolLevel', 'kindergarten', '幼儿园', 10), ('schoolLevel', 'primary', '小学', 20),
  ('schoolLevel', 'junior', '初中', 30), ('schoolLevel', 'senior', '高中', 40), ('schoolLevel', 'secondary', '完全中学', 50),
  ('schoolLevel', 'nineYear', '九年一贯', 60), ('schoolLevel', 'twelveYear', '十二年一贯', 70), ('schoolLevel', 'vocational', '中职', 80),
  ('schoolLevel', 'special', '特殊教育', 90)) AS t (parent_code, code, name, sort_no)
WHERE EXISTS (SELECT FROM "dictionary" WHERE "content" = 'codeTable')
ON CONFLICT DO NOTHING;
