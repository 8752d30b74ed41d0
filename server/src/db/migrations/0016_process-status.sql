CREATE TABLE "process_status" (
	"process" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"memory_bytes" double precision NOT NULL,
	"delay_ms" double precision NOT NULL,
	"streams" integer NOT NULL
);
