-- Entries of a tenant's audit chain, written in one call: the lock that keeps the chain in one order is held until the
-- transaction is over, and each round to the server in between would be everybody's.
create function append_audit(of_tenant bigint, moment bigint, entries json) returns void language plpgsql as $$
declare
  entry record;
  last bytea;
  sealed bytea;
begin
  perform pg_advisory_xact_lock(415, (of_tenant % 2147483647)::int);
  select a.hash into last from audit a where a.tenant_id = of_tenant order by a.id desc limit 1;
  last := coalesce(last, decode(repeat('00', 32), 'hex'));
  for entry in select * from json_to_recordset(entries) as given (
    "userId" bigint, "userName" text, address text, action text, entity text, "rowId" bigint, detail jsonb, sealed text)
  loop
    sealed := sha256(last || convert_to(entry.sealed, 'UTF8'));
    insert into audit (tenant_id, at, user_id, user_name, address, action, entity, row_id, detail, previous, hash)
    values (of_tenant, moment, entry."userId", entry."userName", entry.address, entry.action, entry.entity, entry."rowId",
      entry.detail, last, sealed);
    last := sealed;
  end loop;
end $$;
