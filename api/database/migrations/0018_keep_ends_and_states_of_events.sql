-- What a calendar needs of an event beside the fields of the spec. No list of states in a CHECK: the code has it.
alter table events
  add column ends_at timestamptz,
  add column all_day boolean not null default false,
  add column status text not null default 'scheduled',
  add column former_date timestamptz,
  add column address text,
  add column organizer_url text,
  add column series text,
  add column language text,
  add column updated_at timestamptz not null default now();

update events set updated_at = coalesce(content_updated_at, created_at);

-- A row that is changed by hand is newer, too: feeds say when.
create function touch_event() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger events_touched
  before update on events
  for each row when (
    old.updated_at = new.updated_at
    and (old.title, old.date, old.organizers, old.location, old.description, old.url, old.price,
      old.registration_type, old.ends_at, old.all_day, old.status, old.former_date, old.address)
    is distinct from (new.title, new.date, new.organizers, new.location, new.description, new.url, new.price,
      new.registration_type, new.ends_at, new.all_day, new.status, new.former_date, new.address)
  )
  execute function touch_event();
