-- A name as it stands in a path (api/domain/catalogue.ts, toSlug), letter case aside.
create function slug(name text) returns text
  language sql immutable parallel safe strict
  return lower(regexp_replace(name, '[ /]+', '-', 'g'));

create table listings (
  id uuid primary key default gen_random_uuid(),
  category text not null,
  subcategory text not null,
  title text not null,
  description text not null,
  contact text not null,
  location text not null,
  -- Within these years microseconds are exact in a double, and so in a cursor (api/queries/listings.ts).
  created_at timestamptz not null default now()
    constraint listings_created_at_is_plausible check (created_at >= '1970-01-01Z' and created_at < '2200-01-01Z'),
  category_slug text not null generated always as (slug(category)) stored,
  subcategory_slug text not null generated always as (slug(subcategory)) stored
);

-- Both lists are read newest first and paged by (created_at, id): each is one range of its index.
create index listings_category on listings (category_slug, created_at desc, id desc);
create index listings_subcategory on listings (category_slug, subcategory_slug, created_at desc, id desc);

create table events (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  date timestamptz not null,
  organizers text not null,
  location text not null,
  description text,
  url text,
  price text,
  registration_type text,
  created_at timestamptz not null default now()
);

-- Defined by the specification and used by no screen. The password is a hash in PHC string format.
create table users (
  id uuid primary key default gen_random_uuid(),
  username text not null unique,
  password text not null check (password ~ '^\$[a-z0-9-]+\$')
);
