-- Hints between processes go through platform/broadcast; Socket.IO's adapter stored the long ones in this table.
drop table socket_io_attachments;
