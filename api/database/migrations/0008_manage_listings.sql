-- Whoever holds the token of a listing may change it; only its SHA-256 is kept. A post that is sent again with its
-- Idempotency-Key is known by the SHA-256 of key and text. Rows loaded by hand have neither, and never expire.
alter table listings
  add column manage_token_hash bytea
    constraint listings_manage_token_hash_is_sha256 check (octet_length(manage_token_hash) = 32),
  add column post_key_hash bytea
    constraint listings_post_key_hash_is_unique unique,
  add column expires_at timestamptz
    constraint listings_expires_at_is_plausible check (expires_at >= '1970-01-01Z' and expires_at < '2200-01-01Z');

-- A list leaves out what has expired, or is of another city. With both in the index, the end of a list, where in time
-- nearly every row has expired, is passed over without reading those rows.
drop index listings_category;
drop index listings_subcategory;
create index listings_category
  on listings (category_slug, created_at desc, id desc, coalesce(expires_at, 'infinity'), location);
create index listings_subcategory
  on listings (category_slug, subcategory_slug, created_at desc, id desc, coalesce(expires_at, 'infinity'), location);

-- What the search of 0007 reads, which leaves out what has expired likewise.
create index listings_title on listings (title_form, created_at desc, coalesce(expires_at, 'infinity'), location);
-- True of every title, and said by the search alone: without it the planner would take these for a category's list too.
create index listings_newest
  on listings (created_at desc, id desc, coalesce(expires_at, 'infinity')) where title_form >= '';
create index listings_newest_of_city
  on listings (location, created_at desc, id desc, coalesce(expires_at, 'infinity')) where title_form >= '';

-- The words of a listing that had expired may be gone when it is renewed.
create trigger listings_words_renewed
  after update on listings
  for each row when (old.expires_at <= now()) execute function note_changed_search_words('renewed');

-- One row for each wrong token within the hour, by network, as in accepted_posts.
create table wrong_tokens (
  network text not null,
  sent_at timestamptz not null default now()
);

create index wrong_tokens_network on wrong_tokens (network, sent_at);
create index wrong_tokens_sent_at on wrong_tokens (sent_at);
