-- All listings with their state. Those that visitors see are the view `listings`: no list, search, count or feed can forget to
-- leave out the others, and SQL users insert, change and delete through it. A listing that changes its state keeps its id,
-- its day and its place in the lists.
drop trigger listings_words_inserted on listings;
drop trigger listings_words_updated on listings;
drop trigger listings_words_renewed on listings;
drop trigger listings_words_deleted on listings;
drop trigger listings_words_left on listings;
drop trigger listings_inserted on listings;
drop trigger listings_updated on listings;
drop trigger listings_deleted on listings;
drop trigger listings_truncated on listings;
drop index listings_category, listings_subcategory, listings_title, listings_search, listings_newest,
  listings_newest_of_city, listings_counted;

alter table listings rename to all_listings;
alter table all_listings
  add column state text not null default 'shown'
    constraint listings_state_is_known check (state in ('shown', 'held', 'hidden', 'removed')),
  -- `limit`: held while all networks together post too much.
  add column withheld_by text
    constraint listings_withheld_by_is_known check (withheld_by in ('filter', 'limit', 'reports', 'edit', 'team')),
  add column reason text,
  add column withheld_at timestamptz,
  -- Held: shown then, if nobody decides before.
  add column show_at timestamptz,
  -- Removed: the text is erased then. Null when that is done.
  add column erase_at timestamptz,
  add column dispute text,
  add column disputed_at timestamptz,
  add constraint listings_withheld_is_complete
    check ((state <> 'shown') = (withheld_by is not null) and (state <> 'shown') = (withheld_at is not null));

insert into all_listings (
  id, category, subcategory, title, description, contact, location, details, created_at, expires_at, manage_token_hash,
  post_key_hash, state, withheld_by, reason, withheld_at, show_at, erase_at, dispute, disputed_at
)
select
  id, category, subcategory, title, description, contact, location, details, created_at, expires_at, manage_token_hash,
  post_key_hash, state, withheld_by, reason, withheld_at, show_at, erase_at, dispute, disputed_at
from withheld_listings;
drop table withheld_listings;

create view listings as
select
  id, category, subcategory, title, description, contact, location, created_at, category_slug, subcategory_slug, title_form,
  search, manage_token_hash, post_key_hash, expires_at, details
from all_listings
where state = 'shown';

-- Grants on `listings` are for what visitors see: they move to the view. No other role reads the withheld listings.
do $$
declare
  given record;
begin
  for given in
    select
      privilege_type || columns as what,
      case when is_grantable then ' with grant option' else '' end as how,
      case when grantee = 0 then 'public' else grantee::regrole::text end as who
    from (
      select relacl as acl, '' as columns from pg_class where oid = 'all_listings'::regclass
      union all
      select attacl, format(' (%I)', attname) from pg_attribute where attrelid = 'all_listings'::regclass
    ) as granted
    cross join lateral aclexplode(acl)
    where grantee <> (select relowner from pg_class where oid = 'all_listings'::regclass)
  loop
    execute format('grant %s on listings to %s%s', given.what, given.who, given.how);
    execute format('revoke all on all_listings from %s cascade', given.who);
  end loop;
end
$$;

-- Lists are read newest first and paged by (created_at, id): each is one range of its index. They leave out what has
-- expired, or is of another city. With both in the index, the end of a list, where in time nearly every row has expired, is
-- passed over without reading those rows.
create index listings_category
  on all_listings (category_slug, created_at desc, id desc, coalesce(expires_at, 'infinity'), location)
  where state = 'shown';
create index listings_subcategory
  on all_listings (
    category_slug, subcategory_slug, created_at desc, id desc, coalesce(expires_at, 'infinity'), location
  )
  where state = 'shown';

-- What a search reads, which leaves out what has expired likewise.
create index listings_title on all_listings (title_form, created_at desc, coalesce(expires_at, 'infinity'), location)
  where state = 'shown';
-- What is yet to be sorted in is read by every search: a short list of it.
create index listings_search on all_listings using gin (search) with (gin_pending_list_limit = 128)
  where state = 'shown';
-- `title_form` is true of every title, and said by the search alone: without it the planner would take these for a category's
-- list too. A part of the sitemap is read from the first alone: 80 pages for 10,000 listings instead of 1,600.
create index listings_newest
  on all_listings (created_at desc, id desc, coalesce(expires_at, 'infinity')) include (expires_at)
  where state = 'shown' and title_form >= '';
create index listings_newest_of_city
  on all_listings (location, created_at desc, id desc, coalesce(expires_at, 'infinity'))
  where state = 'shown' and title_form >= '';
-- The home page counts the listings of each subcategory. Plain columns: an index on an expression is not read alone.
create index listings_counted on all_listings (category_slug, subcategory_slug, location, expires_at)
  where state = 'shown';
create index listings_withheld on all_listings (withheld_at desc, id desc) where state <> 'shown';

-- The words of a text that is new, changed or seen again.
create or replace function note_changed_search_words() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  insert into search_words (word)
  select written.lexeme
  from unnest(new.search) as written
  where written.lexeme ~ '^[a-z]{4,30}$'
    and not exists (select from search_words where word = written.lexeme);
  return null;
end
$$;

create or replace function note_left_words() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  insert into left_words (word)
  select written.lexeme
  from unnest(old.search) as written
  where written.lexeme ~ '^[a-z]{4,30}$'
    and (tg_op = 'DELETE' or new.state <> 'shown' or not new.search @@ quote_literal(written.lexeme)::tsquery);
  return null;
end
$$;

create function note_shown_words() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  insert into search_words (word)
  select distinct written.lexeme
  from noted, unnest(noted.search) as written
  where noted.state = 'shown'
    and written.lexeme ~ '^[a-z]{4,30}$'
    and not exists (select from search_words where word = written.lexeme);
  return null;
end
$$;

create trigger listings_words_inserted
  after insert on all_listings referencing new table as noted
  for each statement execute function note_shown_words();
-- The words of a listing that had expired may be gone when it is renewed.
create trigger listings_words_updated
  after update on all_listings
  for each row when (
    new.state = 'shown' and (old.state <> 'shown' or old.expires_at <= now() or old.search <> new.search)
  )
  execute function note_changed_search_words();
create trigger listings_words_deleted
  after delete on all_listings
  for each row when (old.state = 'shown') execute function note_left_words();
create trigger listings_words_left
  after update on all_listings
  for each row when (old.state = 'shown' and (new.state <> 'shown' or old.search <> new.search))
  execute function note_left_words();
drop trigger events_words_updated on events;
create trigger events_words_updated
  after update on events
  for each row when (old.search <> new.search) execute function note_changed_search_words();

-- Visitors see a listing appear, change or go: other changes of state are not told. Reads at most 250 rows: their ids already
-- exceed a payload. The path is kept, since a dump is restored without one.
create or replace function tell_listings_changed() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  if tg_op = 'INSERT' then
    perform tell_rows_changed('listings_changed', array_agg(id), array_agg(distinct category_slug))
    from (select id, category_slug from new_rows where state = 'shown' limit 250) as changed;
  elsif tg_op = 'DELETE' then
    perform tell_rows_changed('listings_changed', array_agg(id), array_agg(distinct category_slug))
    from (select id, category_slug from old_rows where state = 'shown' limit 250) as changed;
  elsif tg_op = 'UPDATE' then
    perform tell_rows_changed('listings_changed', array_agg(distinct id), array_agg(distinct category_slug))
    from (
      (select id, category_slug from old_rows where state = 'shown' limit 250)
      union all (select id, category_slug from new_rows where state = 'shown' limit 250)
    ) as changed;
  else
    perform pg_notify('listings_changed', '');
  end if;
  return null;
end
$$;

create trigger listings_inserted after insert on all_listings
  referencing new table as new_rows for each statement execute function tell_listings_changed();
create trigger listings_updated after update on all_listings
  referencing old table as old_rows new table as new_rows for each statement execute function tell_listings_changed();
create trigger listings_deleted after delete on all_listings
  referencing old table as old_rows for each statement execute function tell_listings_changed();
create trigger listings_truncated after truncate on all_listings
  for each statement execute function tell_listings_changed();

-- By itself, so that a new column changes this and not post_listings.
create function store_listings(rows all_listings[]) returns void
  language plpgsql
  as $$
begin
  insert into all_listings (
    id, category, subcategory, title, description, contact, location, details, created_at, expires_at, manage_token_hash,
    post_key_hash, state, withheld_by, withheld_at, show_at
  )
  select
    id, category, subcategory, title, description, contact, location, details, created_at, expires_at, manage_token_hash,
    post_key_hash, state, withheld_by, withheld_at, show_at
  from unnest(rows);
end
$$;

-- Stores all posts that wait at the same time in one transaction: planning the generated columns, the triggers, NOTIFY and the
-- commit cost more than the rows. A function, because each of its statements sees what was committed while it waited for the
-- locks: a single statement would count with the snapshot from before. Posts of one network wait for each other, and so do
-- those of one key.
--
-- One row per post, in the given order. `wait` is 0, or the seconds until a limit allows the post (`is_full`: the limit of all
-- networks). Beyond `hold_above` posts of all networks within an hour, posts of unknown networks are held; from `refuse_above`
-- on, all are refused. `hold_hours` null: a held listing waits for a decision. `posted` is null if a limit refuses the post, or
-- if the key came with another token before. A repeated post is the listing that is there.
create function post_listings(posts jsonb, out wait integer, out is_full boolean, out posted all_listings)
  returns setof record
  language plpgsql
  as $$
declare
  everyone constant text := '*';
  post record;
  held_by text;
  blocking timestamptz;
  most_this_hour bigint;
  stored all_listings[] := '{}';
  traces jsonb := '[]';
begin
  -- All locks in one order, so that no two calls wait for each other.
  perform pg_advisory_xact_lock(key)
  from (
    select hashtextextended('posts ' || network, 4210002) as key
    from jsonb_to_recordset(posts) as asked (networks text[])
    cross join unnest(asked.networks) as network
    union
    select hashtextextended(asked.key_hash, 4210005)
    from jsonb_to_recordset(posts) as asked (key_hash text)
    where asked.key_hash is not null
    order by key
  ) as locks;

  -- At least as many as the posts of all networks, and found without counting them.
  most_this_hour := coalesce(
    (select id from moderation_log order by id desc limit 1)
    - (select id from moderation_log where at > clock_timestamp() - interval '1 hour' order by at limit 1) + 1,
    0
  );

  for post in
    select *
    from jsonb_to_recordset(posts) as asked (
      networks text[], maxima integer[], known_as text[], hold_above integer, refuse_above integer, hold_hours integer,
      listing jsonb, hours_shown integer, token_hash bytea, key_hash bytea, trace jsonb, is_suspicious boolean
    )
  loop
    wait := 0;
    is_full := false;
    posted := null;
    held_by := null;

    if post.key_hash is not null then
      select * into posted
      from (
        select * from all_listings where post_key_hash = post.key_hash
        union all
        select * from unnest(stored) as earlier where earlier.post_key_hash = post.key_hash
      ) as found;
      if found then
        if posted.manage_token_hash is distinct from post.token_hash then
          posted := null;
        end if;
        return next;
        continue;
      end if;
    end if;

    select max(find_limiting_request('posts', counted.name, counted.most))
    into blocking
    from unnest(post.networks, post.maxima) as counted (name, most);
    if blocking is null and most_this_hour >= post.hold_above
      and find_limiting_request('posts', everyone, post.hold_above) is not null
    then
      blocking := find_limiting_request('posts', everyone, post.refuse_above);
      is_full := blocking is not null;
      -- Known: a post from before this hour is shown.
      if not exists (
        select
        from post_traces as earlier
        join listings on listings.id = earlier.listing_id
        where earlier.network = any (post.known_as)
          and earlier.posted_at < now() - interval '1 hour'
      ) then
        held_by := 'limit';
      end if;
    end if;
    if blocking is not null then
      wait := greatest(1, ceil(extract(epoch from blocking + interval '1 hour' - clock_timestamp())));
      return next;
      continue;
    end if;
    insert into counted_requests (kind, network) select 'posts', unnest(post.networks || everyone);
    most_this_hour := most_this_hour + 1;

    posted := jsonb_populate_record(null::all_listings, post.listing);
    posted.id := gen_random_uuid();
    posted.created_at := now();
    posted.expires_at := now() + post.hours_shown * interval '1 hour';
    posted.manage_token_hash := post.token_hash;
    posted.post_key_hash := post.key_hash;
    if post.is_suspicious then
      held_by := 'filter';
    end if;
    posted.state := 'shown';
    if held_by is not null then
      posted.state := 'held';
      posted.withheld_by := held_by;
      posted.withheld_at := now();
      posted.show_at := now() + post.hold_hours * interval '1 hour';
    end if;
    stored := stored || posted;
    traces := traces
      || (post.trace || jsonb_build_object('listing_id', posted.id, 'posted_at', now(), 'was_removed', false));
    return next;
  end loop;

  perform store_listings(stored);
  insert into post_traces select * from jsonb_populate_recordset(null::post_traces, traces);
  insert into moderation_log (who, what, target)
  select 'visitor', 'post', listing_id
  from jsonb_populate_recordset(null::post_traces, traces);
  insert into moderation_log (who, what, target, why)
  select held.withheld_by, 'hold', held.id, trace.signals::text
  from unnest(stored) as held
  join jsonb_populate_recordset(null::post_traces, traces) as trace on trace.listing_id = held.id
  where held.state = 'held';
end
$$;

-- The planner guesses that few listings are shown until it has counted.
analyze all_listings;
