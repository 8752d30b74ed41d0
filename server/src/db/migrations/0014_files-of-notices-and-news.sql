-- DAY-8: who reads a notice or a piece of news reads what stands beside it and the pictures inside of it; the policies of
-- notice and news decide who that is.
create policy shown_read on attachment for select
  using (
    (subject in ('notice', 'noticeText') and exists (select from public.notice n where n.id = attachment.subject_id))
    or (subject = 'news' and exists (select from public.news n where n.id = attachment.subject_id))
  );
--> statement-breakpoint
-- The text of a notice was plain and is HTML from now on.
do $$
declare
  reach text := current_setting('uc.reach', true);
begin
  perform set_config('uc.reach', 'all', true);
  update public.notice
    set body = replace(replace(replace(body, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')
    where body ~ '[&<>]';
  perform set_config('uc.reach', coalesce(reach, ''), true);
end
$$;
