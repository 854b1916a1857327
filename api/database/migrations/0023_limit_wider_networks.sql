-- Requests are counted for the client's network and for the wider ones around it (api/moderation/networks.ts): one row
-- for each in accepted_posts, accepted_edits, calendar_changes, contact_views, wrong_tokens and accepted_reports.
create table accepted_reports (
  network text not null,
  accepted_at timestamptz not null
);
create index accepted_reports_network on accepted_reports (network, accepted_at);
create index accepted_reports_accepted_at on accepted_reports (accepted_at);

-- `wide_network`: the pseudonym of the /48 or /24. All its reports of a listing count as one.
-- `decision`: the row of moderation_log whose decision gave the verdict, so that undo takes back no other.
alter table reports add column wide_network text, add column decision bigint;
update reports set wide_network = network;
alter table reports alter column wide_network set not null;
drop index reports_network;
create index reports_wide_network on reports (wide_network);

-- `limit`: held while all networks together post too much.
alter table withheld_listings drop constraint withheld_listings_withheld_by_check;
alter table withheld_listings add constraint withheld_listings_withheld_by_check
  check (withheld_by in ('filter', 'limit', 'reports', 'edit', 'team'));

-- As in migration 0016, with these differences: wider networks have limits, too. Beyond `hold_above` posts of all
-- networks within an hour, posts of unknown networks are held. From `refuse_above` on, all are refused (`is_full`).
drop function post_listing;
create function post_listing(
  networks text[],
  maxima integer[],
  known_as text[],
  hold_above integer,
  refuse_above integer,
  category text,
  subcategory text,
  title text,
  description text,
  contact text,
  location text,
  details jsonb,
  hours_shown integer,
  token_hash bytea,
  key_hash bytea,
  trace post_traces,
  is_suspicious boolean,
  hold_hours integer,
  out wait integer,
  out is_full boolean,
  out posted listings,
  out show_at timestamptz,
  out held_by text
)
  language plpgsql
  as $$
declare
  kept withheld_listings;
  everyone constant text := '*';
  blocking timestamptz;
begin
  wait := 0;
  is_full := false;
  perform pg_advisory_xact_lock(hashtextextended(networks[1], 4210002));

  if key_hash is not null then
    -- After the network's, so that no two posts wait for each other.
    perform pg_advisory_xact_lock(hashtextextended(encode(key_hash, 'hex'), 4210005));
    select * into posted from listings where post_key_hash = key_hash;
    if found then
      if posted.manage_token_hash is distinct from token_hash then
        posted := null;
      end if;
      return;
    end if;
    select * into kept from withheld_listings where post_key_hash = key_hash;
    if found then
      if kept.manage_token_hash = token_hash then
        posted := jsonb_populate_record(null::listings, to_jsonb(kept));
        show_at := kept.show_at;
        held_by := kept.withheld_by;
      end if;
      return;
    end if;
  end if;

  -- A limit is reached while its `most`-th newest row is less than an hour old.
  select max(newest.accepted_at)
  into blocking
  from unnest(networks, maxima) as counted (name, most)
  cross join lateral (
    select accepted.accepted_at
    from accepted_posts as accepted
    where accepted.network = counted.name
      and accepted.accepted_at > clock_timestamp() - interval '1 hour'
    order by accepted.accepted_at desc
    offset counted.most - 1
    limit 1
  ) as newest;
  if blocking is null and exists (
    select
    from accepted_posts as accepted
    where accepted.network = everyone
      and accepted.accepted_at > clock_timestamp() - interval '1 hour'
    order by accepted.accepted_at desc
    offset hold_above - 1
  ) then
    select accepted.accepted_at
    into blocking
    from accepted_posts as accepted
    where accepted.network = everyone
      and accepted.accepted_at > clock_timestamp() - interval '1 hour'
    order by accepted.accepted_at desc
    offset refuse_above - 1
    limit 1;
    is_full := found;
    -- Known: a post from before this hour is shown.
    if not exists (
      select
      from post_traces as earlier
      join listings on listings.id = earlier.listing_id
      where earlier.network = any (known_as)
        and earlier.posted_at < now() - interval '1 hour'
    ) then
      held_by := 'limit';
    end if;
  end if;
  if blocking is not null then
    wait := greatest(1, ceil(extract(epoch from blocking + interval '1 hour' - clock_timestamp())));
    return;
  end if;
  insert into accepted_posts select unnest(networks || everyone), clock_timestamp();

  if is_suspicious then
    held_by := 'filter';
  end if;
  if held_by is null then
    insert into listings (
      category, subcategory, title, description, contact, location, details, expires_at, manage_token_hash,
      post_key_hash
    )
    values (
      category, subcategory, title, description, contact, location, details,
      now() + hours_shown * interval '1 hour', token_hash, key_hash
    )
    returning * into posted;
  else
    insert into withheld_listings (
      id, category, subcategory, title, description, contact, location, details, created_at, expires_at,
      manage_token_hash, post_key_hash, state, withheld_by, show_at
    )
    values (
      gen_random_uuid(), category, subcategory, title, description, contact, location, details, now(),
      now() + hours_shown * interval '1 hour', token_hash, key_hash, 'held', held_by,
      now() + hold_hours * interval '1 hour'
    )
    returning * into kept;
    posted := jsonb_populate_record(null::listings, to_jsonb(kept));
    show_at := kept.show_at;
  end if;
  insert into post_traces
  values (
    posted.id, now(), trace.network, trace.contacts, trace.signature, trace.bands, trace.score, trace.signals
  );
  insert into moderation_log (who, what, target) values ('visitor', 'post', posted.id);
  if show_at is not null then
    insert into moderation_log (who, what, target, why) values (held_by, 'hold', posted.id, trace.signals::text);
  end if;
end
$$;
