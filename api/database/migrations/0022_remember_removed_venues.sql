-- Venues have tombstones, too: an older change that arrives late must not bring a deleted one back. `id` is the id of the
-- event, or of the venue's document.
alter table removed_events rename to removed_records;
alter table removed_records rename constraint removed_events_pkey to removed_records_pkey;
alter table removed_records alter column id type text using id::text;
