-- Old answers are deleted (workers/sessions/sweep.ts).
create index repeats_age on repeats (at);
