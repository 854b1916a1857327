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
