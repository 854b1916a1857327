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
