-- The lists of topics and types are in code alone (api/domain/event.ts). A copy here refused what was added to the list,
-- and events that carry a label taken off it. Rows may carry any text; filters ignore what is not on the list.
alter table events
  drop constraint if exists events_topics_are_known,
  drop constraint if exists events_types_are_known,
  add constraint events_topics_are_texts
    check (coalesce(array_ndims(topics), 1) = 1 and array_position(topics, null) is null),
  add constraint events_types_are_texts
    check (coalesce(array_ndims(types), 1) = 1 and array_position(types, null) is null);
