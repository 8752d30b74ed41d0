-- Takes as long as the tables are large, and nobody waits for it: reading and writing go on.
insert into alarm_name (uuid, createtime) select uuid, createtime from alarm on conflict (uuid) do nothing;
alter table alarm validate constraint before_months;
alter table alarm_event validate constraint before_months;
alter table audit_log validate constraint before_months;
alter table login_log validate constraint before_months;
alter table patrol_record validate constraint before_months;
