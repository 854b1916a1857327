-- Events that organisers publish in the Studio. `content_id` is their document; rows loaded by hand have none.
-- `content_updated_at` orders what is told of a document, whatever order it arrives in.
alter table events
  add column content_id text unique,
  add column content_rev text,
  add column content_updated_at timestamptz;

-- What was removed, and when by the content's clock: a late older update must not bring it back.
create table removed_events (
  id uuid primary key,
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
  unique (document_id, operation, revision)
);

create index content_changes_received_at on content_changes (received_at);

-- Documents whose last change could not be taken over, and why: told to whoever looks into it.
create table content_faults (
  document_id text primary key,
  revision text not null,
  reason text not null,
  seen_at timestamptz not null default now()
);

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
