-- Every device has a label, so that a phone that scans it finds the device. The database gives the code, since devices come
-- from forms, sheets, production and the console's own seeds alike. Signs as in src/domain/label.ts: none is taken for another.
create function new_label_code() returns text language sql volatile as $$
  select 'GH-' || string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + floor(random() * 31)::int, 1), '')
    from generate_series(1, 8)
$$;

alter table device add column label_code text not null default new_label_code();
create unique index device_label_code on device (tenant_id, label_code);
