-- Always empty. Health inserts a row of most of a page here and rolls back: on a full disk that fails, like every post.
create table write_probes (filler text not null);
alter table write_probes alter filler set storage plain;
