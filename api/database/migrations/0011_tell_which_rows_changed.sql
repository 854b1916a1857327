-- Every process keeps answers and the calendar in memory, and drops or reads again what a change concerns. The payload is
-- {"ids": […], "categories": […]}: the changed rows, and the slugs of categories that they are, or were, in. It is empty
-- where it would not fit into a notification, as of some 200 rows: then anything may have changed.
create function tell_rows_changed(channel text, ids uuid[], categories text[]) returns void
  language plpgsql
  as $$
declare
  told text := json_build_object('ids', ids, 'categories', categories);
begin
  if cardinality(ids) > 0 then
    perform pg_notify(channel, case when octet_length(told) < 7900 then told else '' end);
  end if;
end
$$;

-- The ids of 250 rows are longer than a payload may be: no more are looked at. The path is kept, since a dump is restored without one.
create function tell_listings_changed() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  if tg_op = 'INSERT' then
    perform tell_rows_changed('listings_changed', array_agg(id), array_agg(distinct category_slug))
    from (select id, category_slug from new_rows limit 250) as changed;
  elsif tg_op = 'DELETE' then
    perform tell_rows_changed('listings_changed', array_agg(id), array_agg(distinct category_slug))
    from (select id, category_slug from old_rows limit 250) as changed;
  elsif tg_op = 'UPDATE' then
    perform tell_rows_changed('listings_changed', array_agg(distinct id), array_agg(distinct category_slug))
    from (
      (select id, category_slug from old_rows limit 250)
      union all (select id, category_slug from new_rows limit 250)
    ) as changed;
  else
    perform pg_notify('listings_changed', '');
  end if;
  return null;
end
$$;

drop trigger events_changed on events;

create or replace function tell_events_changed() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  if tg_op = 'INSERT' then
    perform tell_rows_changed('events_changed', array_agg(id), '{}')
    from (select id from new_rows limit 250) as changed;
  elsif tg_op = 'DELETE' then
    perform tell_rows_changed('events_changed', array_agg(id), '{}')
    from (select id from old_rows limit 250) as changed;
  elsif tg_op = 'UPDATE' then
    perform tell_rows_changed('events_changed', array_agg(distinct id), '{}')
    from ((select id from old_rows limit 250) union all (select id from new_rows limit 250)) as changed;
  else
    perform pg_notify('events_changed', '');
  end if;
  return null;
end
$$;

create trigger listings_inserted after insert on listings
  referencing new table as new_rows for each statement execute function tell_listings_changed();
create trigger listings_updated after update on listings
  referencing old table as old_rows new table as new_rows for each statement execute function tell_listings_changed();
create trigger listings_deleted after delete on listings
  referencing old table as old_rows for each statement execute function tell_listings_changed();
create trigger listings_truncated after truncate on listings
  for each statement execute function tell_listings_changed();

create trigger events_inserted after insert on events
  referencing new table as new_rows for each statement execute function tell_events_changed();
create trigger events_updated after update on events
  referencing old table as old_rows new table as new_rows for each statement execute function tell_events_changed();
create trigger events_deleted after delete on events
  referencing old table as old_rows for each statement execute function tell_events_changed();
create trigger events_truncated after truncate on events
  for each statement execute function tell_events_changed();
