-- A search tests up to a thousand listings one by one. With the vector in the row itself, and not in the TOAST table, it
-- takes a third of the time. Rows from before move when they change.
alter table listings set (toast_tuple_target = 8160);
