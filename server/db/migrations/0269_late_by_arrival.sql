-- no transaction
-- compatible: one index more
-- Packing asks what came late since it last asked.
create index concurrently if not exists late_arrival_received on late_arrival (received_at);
