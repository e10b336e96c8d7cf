-- The wall asks for the setting once a statement instead of once a row, and compares numbers instead of texts.
do $$
declare t text;
begin
  for t in select c.relname from pg_policy p join pg_class c on c.oid = p.polrelid
    where p.polname = 'tenant_wall' and c.relnamespace = 'public'::regnamespace
  loop
    execute format('drop policy tenant_wall on %I', t);
    execute format($p$create policy tenant_wall on %I
      using ((select current_setting('app.tenant', true)) = '*'
        or tenant_id = (select nullif(nullif(current_setting('app.tenant', true), '*'), '')::bigint))
      with check ((select current_setting('app.tenant', true)) = '*'
        or tenant_id = (select nullif(nullif(current_setting('app.tenant', true), '*'), '')::bigint))$p$, t);
  end loop;
end $$;
