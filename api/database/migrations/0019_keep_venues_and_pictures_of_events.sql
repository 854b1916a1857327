-- The venues of the Studio. `id` is the document's. Rows loaded by hand have no revision.
create table venues (
  id text primary key,
  name text not null,
  address text,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  url text,
  updated_at timestamptz not null default now(),
  content_rev text,
  content_updated_at timestamptz,
  check ((latitude is null) = (longitude is null))
);

-- No foreign key: an event may arrive before its venue, and stays when its venue goes.
alter table events
  add column venue_id text,
  add column image jsonb;

create index events_venue on events (venue_id) where venue_id is not null;

-- The calendar reads the events of a changed venue again.
create function tell_venue_changed() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  perform tell_rows_changed('events_changed', array_agg(id), '{}')
  from (select id from events where venue_id in (old.id, new.id) limit 250) as changed;
  return null;
end
$$;

create trigger venues_changed
  after insert or update or delete on venues
  for each row execute function tell_venue_changed();

drop trigger events_touched on events;
create trigger events_touched
  before update on events
  for each row when (
    old.updated_at = new.updated_at
    and (old.title, old.date, old.organizers, old.location, old.description, old.url, old.price,
      old.registration_type, old.ends_at, old.all_day, old.status, old.former_date, old.address, old.venue_id, old.image)
    is distinct from (new.title, new.date, new.organizers, new.location, new.description, new.url, new.price,
      new.registration_type, new.ends_at, new.all_day, new.status, new.former_date, new.address, new.venue_id, new.image)
  )
  execute function touch_event();
