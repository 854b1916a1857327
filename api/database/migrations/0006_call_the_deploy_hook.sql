-- What the host that builds the site was told of last, where DEPLOY_HOOK_URL names one. One row, so that of several
-- processes one calls at a time; a process that dies while it calls leaves `claimed_until` to pass.
create table deploy_calls (
  only_row boolean primary key default true check (only_row),
  content text,
  called_at timestamptz,
  claimed_until timestamptz
);

insert into deploy_calls default values;
