-- A passkey is set up at a login whose rules ask for a second factor, and proves its person anew inside a session.
alter table passkey_challenge drop constraint passkey_challenge_purpose_check,
  add constraint passkey_challenge_purpose_check
    check (purpose in ('add', 'prove', 'enter', 'enrol', 'confirm')) not valid;
alter table sign_in_challenge drop constraint sign_in_challenge_purpose_check,
  add constraint sign_in_challenge_purpose_check check (purpose in ('prove', 'enrol', 'confirm')) not valid;
