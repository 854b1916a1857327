-- One table of the requests that limits count, for the client's network and for the wider ones around it
-- (api/moderation/networks.ts): one row for each. `kind`: the limit (api/moderation/limit-queries.ts). Rows are deleted after an
-- hour: nothing here outlives the limit that it serves.
create table counted_requests (
  kind text not null,
  network text not null,
  at timestamptz not null default clock_timestamp()
);

insert into counted_requests
select 'posts', network, accepted_at from accepted_posts
union all select 'edits', network, accepted_at from accepted_edits
union all select 'reports', network, accepted_at from accepted_reports
union all select 'calendars', network, accepted_at from calendar_changes
union all select 'contacts', network, viewed_at from contact_views
union all select 'wrongTokens', network, sent_at from wrong_tokens;

create index counted_requests_network on counted_requests (kind, network, at);

-- 0030 creates it again, for one table of listings.
drop function post_listings;
drop table accepted_posts, accepted_edits, accepted_reports, calendar_changes, contact_views, wrong_tokens;

-- When the `most`-th newest request within the hour was counted: while there is one, the limit is reached.
create function find_limiting_request(kind text, network text, most integer) returns timestamptz
  language plpgsql
  as $$
begin
  return (
    select counted.at
    from counted_requests as counted
    where counted.kind = find_limiting_request.kind
      and counted.network = find_limiting_request.network
      and counted.at > clock_timestamp() - interval '1 hour'
    order by counted.at desc
    offset most - 1
    limit 1
  );
end
$$;
