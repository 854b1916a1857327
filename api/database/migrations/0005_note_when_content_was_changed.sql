-- When the document was changed by the content's clock: changes may arrive in another order, and the Studio is told how
-- long each took to be shown.
alter table content_changes
  add column updated_at timestamptz;

update content_changes
set updated_at = received_at;

-- A process of an earlier version that still runs does not know it.
alter table content_changes
  alter column updated_at set default now(),
  alter column updated_at set not null;
