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

-- The city is a lexeme of its own as well, one that no text can have: a city's listings are found by the same index.
alter table listings
  add column title_form text collate "C" not null
    generated always as (left(search_form(title), 200) collate "C") stored,
  add column search tsvector not null
    generated always as (
      search_vector(title, description || ' ' || category || ' ' || subcategory || ' ' || location)
      || array_to_tsvector(array['@' || lower(left(location, 100))])
    ) stored;

alter table events
  add column title_form text collate "C" not null
    generated always as (left(search_form(title), 200) collate "C") stored,
  add column search tsvector not null
    generated always as (
      search_vector(title, organizers || ' ' || location || ' ' || coalesce(description, ''))
    ) stored;

-- What is yet to be sorted in is read by every search: a short list of it.
create index listings_search on listings using gin (search) with (gin_pending_list_limit = 128);
create index events_search on events using gin (search) with (gin_pending_list_limit = 128);

-- The words that are written, for what a misspelled one may have meant; what nobody finds any more is deleted by and
-- by. Words of one language's letters only:
-- what trigrams make of others depends on the locale. Two posts at once may note a word twice: were it unique, one
-- would wait for the other.
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

-- What was written before there was a search.
insert into search_words (word)
select distinct written.lexeme
from (select search from listings union all select search from events) as noted, unnest(noted.search) as written
where written.lexeme ~ '^[a-z]{4,30}$';
