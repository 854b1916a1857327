-- Where visitors find an event after it has taken place.
alter table events add column recording_url text, add column slides_url text;
