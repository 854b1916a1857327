-- A post in one round trip: waits for the other posts of its network, counts them, claims one of the hour's and stores
-- the listing. A function, because each of its statements sees what was committed while it waited for the lock: a
-- single statement would count with the snapshot from before.
--
-- `wait` is 0, or the seconds until the limit lets the network through again. `posted` is the listing; null where
-- `wait` is more than 0, or where the key came with another token before. A post that is sent again is the listing
-- that is there.
create function post_listing(
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
  -- Some of those that no limit counts any more, of whatever network. Another post may be at the same ones.
  delete from accepted_posts
  where ctid = any (
    array(
      select ctid
      from accepted_posts
      where accepted_at < now() - interval '1 hour'
      limit 10
      for update skip locked
    )
  );

  insert into listings (
    category, subcategory, title, description, contact, location, expires_at, manage_token_hash, post_key_hash
  )
  values (
    category, subcategory, title, description, contact, location, now() + hours_shown * interval '1 hour', token_hash,
    key_hash
  )
  on conflict (post_key_hash) do update
  set post_key_hash = excluded.post_key_hash
  where listings.manage_token_hash = excluded.manage_token_hash
  returning * into posted;
end
$$;
