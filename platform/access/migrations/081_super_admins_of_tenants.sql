-- Super admins are accounts of the installation's own tenant. An archive that was imported before could give the role to an
-- account of an organisation; the user directory enters no such account any more (platform/access/user-directory.ts).
set local app.tenant = '*';
delete from user_directory where role = 'super_admin' and tenant <> '00000000-0000-0000-0000-000000000000';
