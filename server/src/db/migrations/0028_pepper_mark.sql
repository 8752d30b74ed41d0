CREATE TABLE "pepper_mark" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"kid" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pepper_mark_is_only" CHECK ("pepper_mark"."is_only")
);
