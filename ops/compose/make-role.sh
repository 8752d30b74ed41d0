#!/bin/sh
# Run once by the image of PostgreSQL, on an empty volume: an ordinary role, because row-level security does not bind superusers
# and the user centre refuses to start as one.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$UC_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role uc login nosuperuser nobypassrls nocreatedb nocreaterole password :'password';
create database uc owner uc encoding 'UTF8' template template0;
SQL
