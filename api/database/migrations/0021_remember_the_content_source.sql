-- The content that the rows were made from: lake:<id>, or sanity:<project>/<dataset>. One row.
create table content_source (
  only_row boolean primary key default true check (only_row),
  source text not null,
  -- Changes of the content received before do not count: they may be of an earlier source or a newer copy.
  accepted_at timestamptz not null default now()
);
