-- What an event is about, in the words of the events screen (api/domain/event.ts); most events carry none.
alter table events
  add column topics text[] not null default '{}',
  add column types text[] not null default '{}',
  add constraint events_topics_are_known check (topics <@ array[
    'Defense', 'Fintech', 'Climate', 'AR / VR', 'Engineering', 'Cybersecurity', 'Hardware', 'GTM',
    'Women-focused', 'B2B', 'Gaming', 'AI', 'Deep Tech', 'Creators', 'Crypto / Web3',
    'International / Expansion', 'Fundraising / Investing', 'B2C / Consumer', 'Media / Entertainment',
    'SaaS', 'Healthcare / Healthtech', 'HR / Hiring', 'Infrastructure', 'Other'
  ]),
  add constraint events_types_are_known check (types <@ array[
    'Breakfast / Brunch / Lunch', 'Matchmaking', 'Breakfast, Brunch or Lunch', 'Pitch Event / Demo Day',
    'Dinner', 'Networking', 'Hackathon', 'Happy Hour', 'Roundtable / Workshop', 'Experiential',
    'Match making e.g. co-founder speed dating', 'Panel / Fireside Chat'
  ]);

-- A link of an event leads to a web page or is not stored. Rows loaded by hand before this rule lose theirs.
update events set url = null where url !~* '^https?://[^[:space:]/?#]+[^[:space:]]*$';
alter table events
  add constraint events_url_is_web_address check (url ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$');

-- Every process keeps the calendar in memory and reads it anew when it is told.
create function tell_events_changed() returns trigger
  language plpgsql
  as $$
begin
  perform pg_notify('events_changed', '');
  return null;
end
$$;

create trigger events_changed
  after insert or update or delete or truncate on events
  for each statement execute function tell_events_changed();
