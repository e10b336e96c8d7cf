-- A door that comes back asks for its last call, an answer for the newest of its door: neither may read all calls.
create index call_imei on call (imei, id desc);
-- What the hourly cleaning looks for: rows lie in the order of their age.
create index notice_age on notice using brin (at);
-- Every sign-out takes its browsers along.
create index push_subscription_session on push_subscription (token_hash);
