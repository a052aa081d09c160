-- The history (its stream `history`) whose positions stand in this database: checkpoints, passwords. One row.
create table followed_history (
  one_row boolean primary key default true check (one_row),
  id      uuid not null
);
