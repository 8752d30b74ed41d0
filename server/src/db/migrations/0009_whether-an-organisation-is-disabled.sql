-- DISTRICT-12: a school does not reach the bureau above it, but has to know whether what that has listed still counts. The
-- function sees every organisation, for this one statement, and tells this one thing. (`set uc.reach` as a part of its
-- declaration would need a superuser.)
create function uc_is_disabled(org bigint) returns boolean
language plpgsql stable
as $$
declare
  reach text := current_setting('uc.reach', true);
  is_so boolean;
begin
  perform set_config('uc.reach', 'all', true);
  is_so := exists (select from public.organisation where id = org and disabled_at is not null);
  perform set_config('uc.reach', coalesce(reach, ''), true);
  return is_so;
end
$$;
