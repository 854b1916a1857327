-- Events that a browser has collected. `id` is the SHA-256 of its key, and the address of its calendar file. One that was
-- given up has no events, and stays so that its address is not used again.
create table personal_calendars (
  id bytea primary key check (length(id) = 32),
  events uuid[] check (cardinality(events) <= 500),
  changed_at timestamptz not null default now(),
  read_on date not null default current_date
);

create table calendar_changes (
  network text not null,
  accepted_at timestamptz not null
);

create index calendar_changes_network on calendar_changes (network, accepted_at);
create index calendar_changes_accepted_at on calendar_changes (accepted_at);
