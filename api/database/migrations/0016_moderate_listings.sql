-- What visitors do not see is in a table of its own: no list, search, count or feed has to leave it out. A listing moves
-- between the two (api/moderation/withheld-queries.ts) and keeps its id, its day and its place in the lists.

-- The optional fields of some categories (api/domain/listings/details.ts).
alter table listings
  add column details jsonb,
  add constraint listings_details_is_object check (jsonb_typeof(details) = 'object');

create table withheld_listings (
  id uuid primary key,
  category text not null,
  subcategory text not null,
  title text not null,
  description text not null,
  contact text not null,
  location text not null,
  details jsonb,
  created_at timestamptz not null,
  expires_at timestamptz,
  manage_token_hash bytea,
  post_key_hash bytea unique,
  state text not null check (state in ('held', 'hidden', 'removed')),
  withheld_by text not null check (withheld_by in ('filter', 'reports', 'edit', 'team')),
  reason text,
  withheld_at timestamptz not null default now(),
  -- Held: shown then, if nobody decides before.
  show_at timestamptz,
  -- Removed: the text is erased then. Null when that is done.
  erase_at timestamptz,
  dispute text,
  disputed_at timestamptz
);
create index withheld_listings_newest on withheld_listings (withheld_at desc, id);

-- What the spam filter knows of a post, for 30 days. Networks and contacts are keyed hashes (api/moderation/pseudonyms.ts),
-- signature and bands stand for the text (api/moderation/filter/signature.ts).
create table post_traces (
  listing_id uuid primary key,
  posted_at timestamptz not null default now(),
  network text not null,
  contacts text[] not null,
  signature integer[] not null,
  bands integer[] not null,
  score real not null,
  signals jsonb not null,
  was_removed boolean not null default false
);
create index post_traces_posted_at on post_traces (posted_at);
create index post_traces_network on post_traces (network, posted_at);
create index post_traces_contacts on post_traces using gin (contacts) with (fastupdate = off);
create index post_traces_bands on post_traces using gin (bands) with (fastupdate = off);

create table pseudonym_keys (
  id integer generated always as identity primary key,
  key bytea not null,
  made_at timestamptz not null default now()
);

-- Of listings and events. `verdict` is null until the team decides.
create table reports (
  id bigint generated always as identity primary key,
  target uuid not null,
  target_type text not null check (target_type in ('listing', 'event')),
  network text not null,
  reason text not null,
  note text not null,
  weight real not null,
  reported_at timestamptz not null default now(),
  verdict text check (verdict in ('upheld', 'rejected')),
  unique (target, network)
);
create index reports_network on reports (network, reported_at);
create index reports_reported_at on reports (reported_at);
create index reports_open on reports (target_type, target) where verdict is null;

-- With CONTACTS=reveal: one row for each contact that was shown within the hour, by network, as in accepted_posts.
create table contact_views (
  network text not null,
  viewed_at timestamptz not null default now()
);
create index contact_views_network on contact_views (network, viewed_at);

create table bans (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('contact', 'network', 'phrase')),
  -- A keyed hash, or the phrase.
  value text not null,
  why text not null,
  who text not null,
  banned_at timestamptz not null default now(),
  until timestamptz,
  unique (kind, value)
);

-- Who did what, when and why. It has no text, no contact and no network, and is never changed.
create table moderation_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  who text not null,
  what text not null,
  target uuid,
  reason text,
  why text not null default '',
  -- For undo: the state before.
  before jsonb
);
create index moderation_log_target on moderation_log (target, id);
create index moderation_log_at on moderation_log (at, what, reason);

create function refuse_to_change_log() returns trigger language plpgsql as $$
begin
  raise exception 'moderation_log is append-only';
end
$$;
create trigger moderation_log_is_append_only
  before update or delete or truncate on moderation_log
  for each statement execute function refuse_to_change_log();

-- As in migration 0013, with these additions: a limit for all networks together; the optional fields; a post that the
-- filter holds goes to withheld_listings; the trace and the log get their rows. A repeated post is found in either table.
drop function post_listing;
create function post_listing(
  network text,
  per_hour integer,
  per_hour_of_all integer,
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
  hold_hours integer,
  out wait integer,
  out posted listings,
  out show_at timestamptz
)
  language plpgsql
  as $$
declare
  kept withheld_listings;
begin
  wait := 0;
  perform pg_advisory_xact_lock(hashtextextended(network, 4210002));

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
      end if;
      return;
    end if;
  end if;

  -- The earliest of the newest `per_hour` within the hour: the limit is met while it is there.
  select greatest(1, ceil(extract(epoch from accepted.accepted_at + interval '1 hour' - clock_timestamp())))
  into wait
  from accepted_posts as accepted
  where accepted.network = post_listing.network
    and accepted.accepted_at > clock_timestamp() - interval '1 hour'
  order by accepted.accepted_at desc
  offset per_hour - 1
  limit 1;
  if found then
    return;
  end if;
  select greatest(1, ceil(extract(epoch from accepted.accepted_at + interval '1 hour' - clock_timestamp())))
  into wait
  from accepted_posts as accepted
  where accepted.accepted_at > clock_timestamp() - interval '1 hour'
  order by accepted.accepted_at desc
  offset per_hour_of_all - 1
  limit 1;
  if found then
    return;
  end if;
  wait := 0;
  insert into accepted_posts values (network, clock_timestamp());

  if hold_hours is null then
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
      now() + hours_shown * interval '1 hour', token_hash, key_hash, 'held', 'filter',
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
    insert into moderation_log (who, what, target, why) values ('filter', 'hold', posted.id, trace.signals::text);
  end if;
end
$$;
