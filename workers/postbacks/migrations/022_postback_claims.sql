-- Which claim a row of the queue belongs to. A worker claims a delivery again for its next attempt, under the same lease:
-- the result of the attempt before, when it is written twice, must not count for the new one.
alter table postback_queue add column claim uuid;
