-- The day in the organisation's time zone for which a report was mailed: a change of the time zone moves the instant
-- at which it is due. Rows from before have none, and do not hold back a mailing.
alter table report_mailings add column day date;
