-- One row for each post accepted within the hour, by the poster's network (an IPv4 address or an IPv6 /64).
-- Rows are deleted as they age: nothing here outlives the limit that it serves.
create table accepted_posts (
  network text not null,
  accepted_at timestamptz not null default now()
);

create index accepted_posts_network on accepted_posts (network, accepted_at);
create index accepted_posts_accepted_at on accepted_posts (accepted_at);
