-- Gives each service a role of its own, which owns the schema of the service and has no access to any other. Run it in the
-- product's database, and in that of the keys, as a superuser, or as a role with CREATEROLE that owns the database. It can be run
-- any number of times: it also changes the passwords, which are read from settings of the session such as fareline.payments_password;
-- a role without one is not made.
do $$
declare
  service text;
  service_role text;
begin
  set local client_min_messages = warning;
  execute format('revoke all on database %I from public', current_database());
  revoke all on schema public from public;
  -- PostgreSQL only warns when the current user may not revoke.
  if exists (
    select from pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba))) as privilege
    where datname = current_database() and privilege.grantee = 0
  ) then
    raise exception 'Run this as the owner of the database % or as a superuser.', current_database();
  end if;
  foreach service in array array['accounts', 'payments', 'accounts_keys', 'payments_keys'] loop
    continue when coalesce(current_setting('fareline.' || service || '_password', true), '') = '';
    service_role := 'fareline_' || service;
    if not exists (select from pg_roles where rolname = service_role) then
      execute format('create role %I', service_role);
    end if;
    -- Only superusers may mention these attributes, which a new role does not have.
    if exists (
      select from pg_roles
      where rolname = service_role and (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls)
    ) then
      execute format('alter role %I nosuperuser nocreatedb nocreaterole noreplication nobypassrls', service_role);
    end if;
    begin
      execute format(
        'alter role %I login password %L', service_role, current_setting('fareline.' || service || '_password')
      );
    exception when others or query_canceled then
      -- Raised anew: the context of the error contains the statement with the password.
      raise exception using errcode = sqlstate, message = sqlerrm;
    end;
    -- To give something to a role, and to use it afterwards, anybody but a superuser has to be a member of the role.
    if not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('grant %I to current_user', service_role);
    end if;
    execute format('grant connect on database %I to %I', current_database(), service_role);
    execute format('create schema if not exists %I', service);
    execute format('alter schema %I owner to %I', service, service_role);
    execute format('revoke all on schema %I from public', service);
    -- Services ask for both when they connect, which PgBouncer does not pass on.
    execute format('alter role %I in database %I set search_path = %I', service_role, current_database(), service);
    execute format('alter role %I in database %I set statement_timeout = %L', service_role, current_database(), '15s');
  end loop;
end
$$;
