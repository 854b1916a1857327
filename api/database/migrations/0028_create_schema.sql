-- The whole schema of version 1.0.0. It has the number of the last of the migrations that it replaces (../migrate.ts).

-- Typos are found by trigrams. pg_trgm comes with PostgreSQL, and a role that may create in the database may create it.
do $$
begin
  if current_setting('server_encoding') <> 'UTF8' then
    raise exception 'search needs a database in UTF8, and this one is in %', current_setting('server_encoding');
  end if;
  create extension if not exists pg_trgm;
exception
  when insufficient_privilege or feature_not_supported or undefined_file then
    raise exception 'search needs the extension pg_trgm: let a superuser run "create extension pg_trgm" in this database once (%)', sqlerrm;
end
$$;

-- A name as it stands in a path (api/domain/listings/catalogue.ts, toSlug), letter case aside.
create function slug(name text) returns text
  language sql immutable parallel safe strict
  return lower(regexp_replace(name, '[ /]+', '-', 'g'));

-- The words of a text in small letters without accents, a space between them: what is searched, and what a query is
-- made into as well (api/search/parse-query.ts; a test compares the two). Not by unaccent, which reads a file and so is
-- not immutable. Signs and emoji are named one by one, since what a letter is depends on the locale of a database. In
-- scripts without spaces each character is a word. Bodies are bound when they are made: a restored dump has no search
-- path.
create function search_form(written text) returns text
  language sql immutable parallel safe strict
  return case
    when octet_length(written) = char_length(written)
      then btrim(regexp_replace(lower(written), '[^a-z0-9]+', ' ', 'g'))
    else btrim(
      regexp_replace(
        regexp_replace(
          replace(
            lower(
              regexp_replace(
                normalize(written, nfkd),
                '[\u0300-\u036f\u200b-\u200d\ufe00-\ufe0f]',
                '',
                'g'
              )
            ),
            'ς',
            'σ'
          ),
          '([\u0e00-\u0eff\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])',
          ' \1 ',
          'g'
        ),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u055d\u055e\u0589\u05be\u05f3\u05f4\u060c\u061b\u061f\u06d4\u0964\u0965\u2000-\u206f\u2190-\u27bf\u3000-\u3004\u3008-\u3020\u30fb\ufeff\ufffd\U0001f000-\U0001faff]+',
        ' ',
        'g'
      )
    )
  end;

-- Words as they are, and what English makes of them, so that "rooms" finds a room.
create function search_lexemes(form text) returns tsvector
  language sql immutable parallel safe strict
  return to_tsvector('simple', form) || to_tsvector('english', form);

-- A text of any length becomes a vector that fits into its place.
create function search_vector(title text, rest text) returns tsvector
  language sql immutable parallel safe strict
  return setweight(search_lexemes(search_form(left(title, 1000))), 'A')
    || search_lexemes(search_form(left(rest, 20000)));

-- The listings that visitors see. Whoever holds the token of a listing may change it; only its SHA-256 is kept. A post that
-- is sent again with its Idempotency-Key is known by the SHA-256 of key and text. Rows loaded by hand have neither, and
-- never expire. `details`: the optional fields of some categories (api/domain/listings/details.ts). The city is a lexeme of
-- its own as well, one that no text can have: a city's listings are found by the same index.
create table listings (
  id uuid primary key default gen_random_uuid(),
  category text not null,
  subcategory text not null,
  title text not null,
  description text not null,
  contact text not null,
  location text not null,
  -- Within these years microseconds are exact in a double, and so in a cursor (api/listings/queries.ts).
  created_at timestamptz not null default now()
    constraint listings_created_at_is_plausible check (created_at >= '1970-01-01Z' and created_at < '2200-01-01Z'),
  category_slug text not null generated always as (slug(category)) stored,
  subcategory_slug text not null generated always as (slug(subcategory)) stored,
  title_form text collate "C" not null
    generated always as (left(search_form(title), 200) collate "C") stored,
  search tsvector not null
    generated always as (
      search_vector(title, description || ' ' || category || ' ' || subcategory || ' ' || location)
      || array_to_tsvector(array['@' || lower(left(location, 100))])
    ) stored,
  manage_token_hash bytea
    constraint listings_manage_token_hash_is_sha256 check (octet_length(manage_token_hash) = 32),
  post_key_hash bytea
    constraint listings_post_key_hash_is_unique unique,
  expires_at timestamptz
    constraint listings_expires_at_is_plausible check (expires_at >= '1970-01-01Z' and expires_at < '2200-01-01Z'),
  details jsonb,
  constraint listings_details_is_object check (jsonb_typeof(details) = 'object')
);

-- A search tests up to a thousand listings one by one. With the vector in the row itself, and not in the TOAST table, it
-- takes a third of the time.
alter table listings set (toast_tuple_target = 8160);

-- Lists are read newest first and paged by (created_at, id): each is one range of its index. They leave out what has
-- expired, or is of another city. With both in the index, the end of a list, where in time nearly every row has expired, is
-- passed over without reading those rows.
create index listings_category
  on listings (category_slug, created_at desc, id desc, coalesce(expires_at, 'infinity'), location);
create index listings_subcategory
  on listings (category_slug, subcategory_slug, created_at desc, id desc, coalesce(expires_at, 'infinity'), location);

-- What a search reads, which leaves out what has expired likewise.
create index listings_title on listings (title_form, created_at desc, coalesce(expires_at, 'infinity'), location);
-- What is yet to be sorted in is read by every search: a short list of it.
create index listings_search on listings using gin (search) with (gin_pending_list_limit = 128);
-- True of every title, and said by the search alone: without it the planner would take these for a category's list too.
-- A part of the sitemap is read from the first alone: 80 pages for 10,000 listings instead of 1,600.
create index listings_newest
  on listings (created_at desc, id desc, coalesce(expires_at, 'infinity')) include (expires_at) where title_form >= '';
create index listings_newest_of_city
  on listings (location, created_at desc, id desc, coalesce(expires_at, 'infinity')) where title_form >= '';
-- The home page counts the listings of each subcategory. Plain columns: an index on an expression is not read alone.
create index listings_counted on listings (category_slug, subcategory_slug, location, expires_at);

-- What visitors do not see is in a table of its own: no list, search, count or feed has to leave it out. A listing moves
-- between the two (api/moderation/withheld-queries.ts) and keeps its id, its day and its place in the lists.
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
  -- `limit`: held while all networks together post too much.
  withheld_by text not null check (withheld_by in ('filter', 'limit', 'reports', 'edit', 'team')),
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

-- A link of an event leads to a web page or is not stored. The lists of topics, types and states are in code alone
-- (api/domain/events/): rows may carry any text, and filters ignore what is not on the list.
-- `content_id` is the event's document in the Studio; rows loaded by hand have none. `content_updated_at` orders what is told
-- of a document, whatever order it arrives in. No foreign key to venues: an event may arrive before its venue, and stays when
-- its venue goes.
create table events (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  date timestamptz not null,
  organizers text not null,
  location text not null,
  description text,
  url text constraint events_url_is_web_address check (url ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$'),
  price text,
  registration_type text,
  created_at timestamptz not null default now(),
  topics text[] not null default '{}'
    constraint events_topics_are_texts
      check (coalesce(array_ndims(topics), 1) = 1 and array_position(topics, null) is null),
  types text[] not null default '{}'
    constraint events_types_are_texts
      check (coalesce(array_ndims(types), 1) = 1 and array_position(types, null) is null),
  content_id text unique,
  content_rev text,
  content_updated_at timestamptz,
  title_form text collate "C" not null
    generated always as (left(search_form(title), 200) collate "C") stored,
  search tsvector not null
    generated always as (
      search_vector(title, organizers || ' ' || location || ' ' || coalesce(description, ''))
    ) stored,
  ends_at timestamptz,
  all_day boolean not null default false,
  status text not null default 'scheduled',
  former_date timestamptz,
  address text,
  organizer_url text,
  series text,
  language text,
  updated_at timestamptz not null default now(),
  venue_id text,
  image jsonb
);

create index events_search on events using gin (search) with (gin_pending_list_limit = 128);
create index events_venue on events (venue_id) where venue_id is not null;

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
      old.registration_type, old.ends_at, old.all_day, old.status, old.former_date, old.address, old.venue_id, old.image)
    is distinct from (new.title, new.date, new.organizers, new.location, new.description, new.url, new.price,
      new.registration_type, new.ends_at, new.all_day, new.status, new.former_date, new.address, new.venue_id, new.image)
  )
  execute function touch_event();

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

-- Defined by the specification and used by no screen. The password is a hash in PHC string format.
create table users (
  id uuid primary key default gen_random_uuid(),
  username text not null unique,
  password text not null check (password ~ '^\$[a-z0-9-]+\$')
);

-- What was removed, and when by the content's clock: a late older update must not bring it back. `id` is the id of the event,
-- or of the venue's document.
create table removed_records (
  id text primary key,
  removed_at timestamptz not null
);

-- One row for each change of the content that was told. The newest id is the revision of the content that every
-- process renders; the others are kept for some days, so that a repeated delivery is recognized.
create table content_changes (
  id bigint generated always as identity primary key,
  delivery text not null unique,
  document_id text not null,
  document_type text not null,
  operation text not null check (operation in ('create', 'update', 'delete')),
  revision text not null,
  received_at timestamptz not null default now(),
  -- By the content's clock: changes may arrive in another order, and the Studio is told how long each took to be shown.
  updated_at timestamptz not null default now(),
  unique (document_id, operation, revision)
);

create index content_changes_received_at on content_changes (received_at);

-- Documents whose last change was rejected, with the reason (log and Studio).
create table content_faults (
  document_id text primary key,
  revision text not null,
  reason text not null,
  seen_at timestamptz not null default now()
);

-- The content that the rows were made from: lake:<id>, or sanity:<project>/<dataset>. One row.
create table content_source (
  only_row boolean primary key default true check (only_row),
  source text not null,
  -- Changes of the content received before do not count: they may be of an earlier source or a newer copy.
  accepted_at timestamptz not null default now()
);

-- What the host that builds the site was told of last, where DEPLOY_HOOK_URL names one. One row, so that of several
-- processes one calls at a time; a process that dies while it calls leaves `claimed_until` to pass.
create table deploy_calls (
  only_row boolean primary key default true check (only_row),
  content text,
  called_at timestamptz,
  claimed_by uuid,
  claimed_until timestamptz
);

insert into deploy_calls default values;

-- Always empty. Health inserts a row of most of a page here and rolls back: on a full disk that fails, like every post.
create table write_probes (filler text not null);
alter table write_probes alter filler set storage plain;

-- Events that a browser has collected. `id` is the SHA-256 of its key, and the address of its calendar file. One that was
-- given up has no events, and stays so that its address is not used again.
create table personal_calendars (
  id bytea primary key check (length(id) = 32),
  events uuid[] check (cardinality(events) <= 500),
  changed_at timestamptz not null default now(),
  read_on date not null default current_date
);

-- Requests within the hour, for the client's network and for the wider ones around it (api/moderation/networks.ts): one row for
-- each. Rows are deleted as they age: nothing here outlives the limit that it serves.
create table accepted_posts (
  network text not null,
  accepted_at timestamptz not null default now()
);
create index accepted_posts_network on accepted_posts (network, accepted_at);

create table accepted_edits (
  network text not null,
  accepted_at timestamptz not null default now()
);
create index accepted_edits_network on accepted_edits (network, accepted_at);
create index accepted_edits_accepted_at on accepted_edits (accepted_at);

create table accepted_reports (
  network text not null,
  accepted_at timestamptz not null
);
create index accepted_reports_network on accepted_reports (network, accepted_at);
create index accepted_reports_accepted_at on accepted_reports (accepted_at);

create table calendar_changes (
  network text not null,
  accepted_at timestamptz not null
);
create index calendar_changes_network on calendar_changes (network, accepted_at);
create index calendar_changes_accepted_at on calendar_changes (accepted_at);

create table contact_views (
  network text not null,
  viewed_at timestamptz not null default now()
);
create index contact_views_network on contact_views (network, viewed_at);

create table wrong_tokens (
  network text not null,
  sent_at timestamptz not null default now()
);
create index wrong_tokens_network on wrong_tokens (network, sent_at);
create index wrong_tokens_sent_at on wrong_tokens (sent_at);

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
-- Only for deleting old traces, which are stored in this order.
create index post_traces_posted_at on post_traces using brin (posted_at);
create index post_traces_network on post_traces (network, posted_at);
create index post_traces_contacts on post_traces using gin (contacts) with (fastupdate = off);
create index post_traces_bands on post_traces using gin (bands) with (fastupdate = off);

create table pseudonym_keys (
  id integer generated always as identity primary key,
  key bytea not null,
  made_at timestamptz not null default now()
);

-- Of listings and events. `verdict` is null until the team decides.
-- `wide_network`: the pseudonym of the /48 or /24. All its reports of a listing count as one.
-- `decision`: the row of moderation_log whose decision gave the verdict, so that undo takes back no other.
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
  wide_network text not null,
  decision bigint,
  unique (target, network)
);
create index reports_wide_network on reports (wide_network);
create index reports_reported_at on reports (reported_at);
create index reports_open on reports (target_type, target) where verdict is null;

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

-- The team's decisions, from which the spam filter learns (api/moderation/filter/). `features` are hashes of words and
-- pairs of words in ascending order, without contacts and numbers. The newest row of a listing counts; `decision` is its
-- row of moderation_log, with which undo deletes it. `is_spam` is null for decisions that say nothing about spam.
create table spam_lessons (
  decision bigint primary key,
  listing_id uuid not null,
  decided_at timestamptz not null default now(),
  is_spam boolean,
  who text not null,
  network text,
  version integer not null,
  features integer[] not null
);
create index spam_lessons_listing on spam_lessons (listing_id, decision desc);

create function tell_lessons_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('lessons_changed', '');
  return null;
end
$$;
-- For each row, not statement: the retention deletes none most of the time.
create trigger spam_lessons_changed after insert or update or delete on spam_lessons
  for each row execute function tell_lessons_changed();

-- The words of listings and events, from which misspelled ones are corrected. Words that no text has any more are deleted
-- later. Only words of a to z: the trigrams of other letters depend on the locale. Not unique: two posts at once may store
-- the same word, and one would wait for the other.
create table search_words (word text collate "C" not null);

create index search_words_word on search_words (word);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops) with (gin_pending_list_limit = 128);

-- The path is kept, since a dump is restored without one.
create function note_search_words() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  insert into search_words (word)
  select distinct written.lexeme
  from noted, unnest(noted.search) as written
  where written.lexeme ~ '^[a-z]{4,30}$'
    and not exists (select from search_words where word = written.lexeme);
  return null;
end
$$;

-- With an argument: of a text that stays as well.
create function note_changed_search_words() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  if tg_nargs = 0 and old.search = new.search then
    return null;
  end if;
  insert into search_words (word)
  select written.lexeme
  from unnest(new.search) as written
  where written.lexeme ~ '^[a-z]{4,30}$'
    and not exists (select from search_words where word = written.lexeme);
  return null;
end
$$;

create trigger listings_words_inserted
  after insert on listings referencing new table as noted
  for each statement execute function note_search_words();
create trigger listings_words_updated
  after update on listings
  for each row execute function note_changed_search_words();
create trigger events_words_inserted
  after insert on events referencing new table as noted
  for each statement execute function note_search_words();
create trigger events_words_updated
  after update on events
  for each row execute function note_changed_search_words();
-- The words of a listing that had expired may be gone when it is renewed.
create trigger listings_words_renewed
  after update on listings
  for each row when (old.expires_at <= now()) execute function note_changed_search_words('renewed');

-- The words of deleted and edited listings, until it is known whether another text has them. Those that nobody has are
-- deleted from search_words within seconds, because they are the text of somebody who wanted it gone.
create table left_words (word text collate "C" not null);

create function note_left_words() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  if tg_op = 'UPDATE' and old.search = new.search then
    return null;
  end if;
  insert into left_words (word)
  select written.lexeme
  from unnest(old.search) as written
  where written.lexeme ~ '^[a-z]{4,30}$'
    and (tg_op = 'DELETE' or not new.search @@ quote_literal(written.lexeme)::tsquery);
  return null;
end
$$;

create trigger listings_words_deleted
  after delete on listings
  for each row execute function note_left_words();
create trigger listings_words_left
  after update on listings
  for each row execute function note_left_words();

-- Every process caches answers and the calendar, and is notified of what to drop or read again. The payload is
-- {"ids": […], "categories": […]}: the changed rows, and the slugs of their categories before and after. From some 200 rows
-- on it does not fit into a notification, and is empty: anything may have changed.
create function tell_rows_changed(channel text, ids uuid[], categories text[]) returns void
  language plpgsql
  as $$
declare
  told text := json_build_object('ids', ids, 'categories', categories);
begin
  if cardinality(ids) > 0 then
    perform pg_notify(channel, case when octet_length(told) < 7900 then told else '' end);
  end if;
end
$$;

-- Reads at most 250 rows: their ids already exceed a payload. The path is kept, since a dump is restored without one.
create function tell_listings_changed() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  if tg_op = 'INSERT' then
    perform tell_rows_changed('listings_changed', array_agg(id), array_agg(distinct category_slug))
    from (select id, category_slug from new_rows limit 250) as changed;
  elsif tg_op = 'DELETE' then
    perform tell_rows_changed('listings_changed', array_agg(id), array_agg(distinct category_slug))
    from (select id, category_slug from old_rows limit 250) as changed;
  elsif tg_op = 'UPDATE' then
    perform tell_rows_changed('listings_changed', array_agg(distinct id), array_agg(distinct category_slug))
    from (
      (select id, category_slug from old_rows limit 250)
      union all (select id, category_slug from new_rows limit 250)
    ) as changed;
  else
    perform pg_notify('listings_changed', '');
  end if;
  return null;
end
$$;

create function tell_events_changed() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  if tg_op = 'INSERT' then
    perform tell_rows_changed('events_changed', array_agg(id), '{}')
    from (select id from new_rows limit 250) as changed;
  elsif tg_op = 'DELETE' then
    perform tell_rows_changed('events_changed', array_agg(id), '{}')
    from (select id from old_rows limit 250) as changed;
  elsif tg_op = 'UPDATE' then
    perform tell_rows_changed('events_changed', array_agg(distinct id), '{}')
    from ((select id from old_rows limit 250) union all (select id from new_rows limit 250)) as changed;
  else
    perform pg_notify('events_changed', '');
  end if;
  return null;
end
$$;

create trigger listings_inserted after insert on listings
  referencing new table as new_rows for each statement execute function tell_listings_changed();
create trigger listings_updated after update on listings
  referencing old table as old_rows new table as new_rows for each statement execute function tell_listings_changed();
create trigger listings_deleted after delete on listings
  referencing old table as old_rows for each statement execute function tell_listings_changed();
create trigger listings_truncated after truncate on listings
  for each statement execute function tell_listings_changed();

create trigger events_inserted after insert on events
  referencing new table as new_rows for each statement execute function tell_events_changed();
create trigger events_updated after update on events
  referencing old table as old_rows new table as new_rows for each statement execute function tell_events_changed();
create trigger events_deleted after delete on events
  referencing old table as old_rows for each statement execute function tell_events_changed();
create trigger events_truncated after truncate on events
  for each statement execute function tell_events_changed();

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

-- With the type of the document: an event is no part of any page.
create function tell_content_changed() returns trigger
  language plpgsql
  as $$
begin
  perform pg_notify('content_changed', new.document_type);
  return null;
end
$$;

create trigger content_changed
  after insert on content_changes
  for each row execute function tell_content_changed();

-- Stores all posts that wait at the same time in one transaction: planning the generated columns, the triggers, NOTIFY and the
-- commit cost more than the rows. A function, because each of its statements sees what was committed while it waited for the
-- locks: a single statement would count with the snapshot from before. Posts of one network wait for each other, and so do
-- those of one key.
--
-- One row per post, in the given order. `wait` is 0, or the seconds until a limit allows the post (`is_full`: the limit of all
-- networks). Beyond `hold_above` posts of all networks within an hour, posts of unknown networks are held; from `refuse_above`
-- on, all are refused. `hold_hours` null: a held listing waits for a decision. `posted` is null if a limit refuses the post, or
-- if the key came with another token before. A repeated post is the listing that is there.
create function post_listings(
  posts jsonb,
  out wait integer,
  out is_full boolean,
  out posted listings,
  out show_at timestamptz,
  out held_by text
)
  returns setof record
  language plpgsql
  as $$
declare
  everyone constant text := '*';
  post record;
  kept withheld_listings;
  blocking timestamptz;
  most_this_hour bigint;
  shown listings[] := '{}';
  held withheld_listings[] := '{}';
  traces jsonb := '[]';
begin
  -- All locks in one order, so that no two calls wait for each other.
  perform pg_advisory_xact_lock(key)
  from (
    select hashtextextended(network, 4210002) as key
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
    show_at := null;
    held_by := null;

    if post.key_hash is not null then
      select * into posted
      from (
        select * from listings where post_key_hash = post.key_hash
        union all
        select * from unnest(shown) as earlier where earlier.post_key_hash = post.key_hash
      ) as found;
      if not found then
        select * into kept
        from (
          select * from withheld_listings where post_key_hash = post.key_hash
          union all
          select * from unnest(held) as earlier where earlier.post_key_hash = post.key_hash
        ) as found;
        if found then
          posted := jsonb_populate_record(null::listings, to_jsonb(kept));
          show_at := kept.show_at;
          held_by := kept.withheld_by;
        end if;
      end if;
      if found then
        if posted.manage_token_hash is distinct from post.token_hash then
          posted := null;
          show_at := null;
        end if;
        return next;
        continue;
      end if;
    end if;

    -- A limit is reached while its `most`-th newest row is less than an hour old.
    select max(newest.accepted_at)
    into blocking
    from unnest(post.networks, post.maxima) as counted (name, most)
    cross join lateral (
      select accepted.accepted_at
      from accepted_posts as accepted
      where accepted.network = counted.name
        and accepted.accepted_at > clock_timestamp() - interval '1 hour'
      order by accepted.accepted_at desc
      offset counted.most - 1
      limit 1
    ) as newest;
    if blocking is null and most_this_hour >= post.hold_above and exists (
      select
      from accepted_posts as accepted
      where accepted.network = everyone
        and accepted.accepted_at > clock_timestamp() - interval '1 hour'
      order by accepted.accepted_at desc
      offset post.hold_above - 1
    ) then
      select accepted.accepted_at
      into blocking
      from accepted_posts as accepted
      where accepted.network = everyone
        and accepted.accepted_at > clock_timestamp() - interval '1 hour'
      order by accepted.accepted_at desc
      offset post.refuse_above - 1
      limit 1;
      is_full := found;
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
    insert into accepted_posts select unnest(post.networks || everyone), clock_timestamp();
    most_this_hour := most_this_hour + 1;

    posted := jsonb_populate_record(null::listings, post.listing);
    posted.id := gen_random_uuid();
    posted.created_at := now();
    posted.expires_at := now() + post.hours_shown * interval '1 hour';
    posted.manage_token_hash := post.token_hash;
    posted.post_key_hash := post.key_hash;
    if post.is_suspicious then
      held_by := 'filter';
    end if;
    if held_by is null then
      shown := shown || posted;
    else
      show_at := now() + post.hold_hours * interval '1 hour';
      kept := jsonb_populate_record(null::withheld_listings, to_jsonb(posted));
      kept.state := 'held';
      kept.withheld_by := held_by;
      kept.withheld_at := now();
      kept.show_at := show_at;
      held := held || kept;
    end if;
    traces := traces
      || (post.trace || jsonb_build_object('listing_id', posted.id, 'posted_at', now(), 'was_removed', false));
    return next;
  end loop;

  insert into listings (
    id, category, subcategory, title, description, contact, location, details, created_at, expires_at,
    manage_token_hash, post_key_hash
  )
  select
    id, category, subcategory, title, description, contact, location, details, created_at, expires_at,
    manage_token_hash, post_key_hash
  from unnest(shown);
  insert into withheld_listings select * from unnest(held);
  insert into post_traces select * from jsonb_populate_recordset(null::post_traces, traces);
  insert into moderation_log (who, what, target)
  select 'visitor', 'post', listing_id
  from jsonb_populate_recordset(null::post_traces, traces);
  insert into moderation_log (who, what, target, why)
  select withheld.withheld_by, 'hold', withheld.id, trace.signals::text
  from unnest(held) as withheld
  join jsonb_populate_recordset(null::post_traces, traces) as trace on trace.listing_id = withheld.id;
end
$$;
