-- One row for each edit and renewal within the hour, by network, as in accepted_posts.
create table accepted_edits (
  network text not null,
  accepted_at timestamptz not null default now()
);

create index accepted_edits_network on accepted_edits (network, accepted_at);
create index accepted_edits_accepted_at on accepted_edits (accepted_at);
