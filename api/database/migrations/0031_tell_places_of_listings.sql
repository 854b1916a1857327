-- The categories of a notification are the slugs of categories, which earlier versions of the server follow, and those of
-- places, such as jobs/engineering: a change in one place leaves the answers of others current. A slug contains no slash.
create or replace function tell_listings_changed() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  if tg_op = 'INSERT' then
    perform tell_rows_changed('listings_changed', array_agg(distinct id), array_agg(distinct slug))
    from (select id, category_slug, subcategory_slug from new_rows where state = 'shown' limit 250) as changed
    cross join lateral (values (category_slug), (category_slug || '/' || subcategory_slug)) as slugs (slug);
  elsif tg_op = 'DELETE' then
    perform tell_rows_changed('listings_changed', array_agg(distinct id), array_agg(distinct slug))
    from (select id, category_slug, subcategory_slug from old_rows where state = 'shown' limit 250) as changed
    cross join lateral (values (category_slug), (category_slug || '/' || subcategory_slug)) as slugs (slug);
  elsif tg_op = 'UPDATE' then
    perform tell_rows_changed('listings_changed', array_agg(distinct id), array_agg(distinct slug))
    from (
      (select id, category_slug, subcategory_slug from old_rows where state = 'shown' limit 250)
      union all (select id, category_slug, subcategory_slug from new_rows where state = 'shown' limit 250)
    ) as changed
    cross join lateral (values (category_slug), (category_slug || '/' || subcategory_slug)) as slugs (slug);
  else
    perform pg_notify('listings_changed', '');
  end if;
  return null;
end
$$;
