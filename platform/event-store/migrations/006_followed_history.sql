-- The id of the history (its stream `history`) that the positions in this database belong to. One row.
create table followed_history (
  one_row boolean primary key default true check (one_row),
  id      uuid not null
);
