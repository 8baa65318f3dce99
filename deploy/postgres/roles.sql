-- Gives each service a role of its own, which owns the schema of the service and has no access to any other. Run it as a
-- superuser in the product's database, any number of times: it also changes the passwords, and moves the ownership of tables
-- that an earlier version created. The passwords are read from the settings fareline.accounts_password and
-- fareline.payments_password of the session.
do $$
declare
  service text;
  service_role text;
  relation text;
begin
  execute format('revoke all on database %I from public', current_database());
  revoke create on schema public from public;
  foreach service in array array['accounts', 'payments'] loop
    service_role := 'fareline_' || service;
    if not exists (select from pg_roles where rolname = service_role) then
      execute format('create role %I', service_role);
    end if;
    execute format(
      'alter role %I with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password %L',
      service_role,
      current_setting('fareline.' || service || '_password')
    );
    execute format('grant connect on database %I to %I', current_database(), service_role);
    execute format('create schema if not exists %I', service);
    execute format('alter schema %I owner to %I', service, service_role);
    -- The sequence of a column has the owner of its table.
    for relation in
      select pg_class.oid::regclass::text from pg_class
      where relnamespace = service::regnamespace
        and relkind in ('r', 'p', 'v', 'm', 'S')
        and relowner <> service_role::regrole
        and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i') and relkind = 'S')
    loop
      execute format('alter table %s owner to %I', relation, service_role);
    end loop;
  end loop;
end
$$;
