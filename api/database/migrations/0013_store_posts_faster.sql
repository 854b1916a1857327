-- As in migration 0012, with two differences. Old rows of accepted_posts are deleted by the sweep
-- (api/content/keep-sweeping.ts): a connection that planned the deletion while the table was small read the whole table
-- with each post. And posts with one key wait for each other by a lock, since "on conflict do update" fires the triggers
-- of an update with every insert.
create or replace function post_listing(
  network text,
  per_hour integer,
  category text,
  subcategory text,
  title text,
  description text,
  contact text,
  location text,
  hours_shown integer,
  token_hash bytea,
  key_hash bytea,
  out wait integer,
  out posted listings
)
  language plpgsql
  as $$
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
  wait := 0;
  insert into accepted_posts values (network, clock_timestamp());

  insert into listings (
    category, subcategory, title, description, contact, location, expires_at, manage_token_hash, post_key_hash
  )
  values (
    category, subcategory, title, description, contact, location, now() + hours_shown * interval '1 hour', token_hash,
    key_hash
  )
  returning * into posted;
end
$$;
