CREATE TABLE "job_run" (
	"name" text NOT NULL,
	"process" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"ok_at" timestamp (3) with time zone,
	"error_at" timestamp (3) with time zone,
	"error" text,
	CONSTRAINT "job_run_name_process_pk" PRIMARY KEY("name","process")
);
