-- Announcements, whom each was published to, and the reminders that are due.
create table announcement (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  title text not null, content text not null, pictures text[] not null default '{}',
  audience text not null, department_ids bigint[] not null default '{}', post_ids bigint[] not null default '{}',
  needs_approval text not null, must_confirm boolean not null, spoken boolean not null,
  publish_at bigint, expires_at bigint,
  state text not null default 'draft',
  author_id bigint not null references account, author_name text not null,
  publisher_name text, reviewer_name text, review_reason text, review_outcome text,
  published_at bigint, changed_by_name text,
  constraint announcement_period check (expires_at is null or publish_at is null or expires_at > publish_at)
);
create index announcement_list on announcement (tenant_id, updated_at) where removed_at is null;
create index announcement_due on announcement (publish_at) where state = 'scheduled' and removed_at is null;
create index announcement_over on announcement (expires_at)
  where state in ('scheduled', 'published') and expires_at is not null and removed_at is null;

-- The audience as it was when it was published.
create table announcement_receipt (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  announcement_id bigint not null references announcement, account_id bigint not null references account,
  published_at bigint not null,
  state text not null default 'unread', read_at bigint, confirmed_at bigint
);
create unique index announcement_receipt_once on announcement_receipt (announcement_id, account_id);
create index announcement_receipt_own on announcement_receipt (account_id, published_at) where removed_at is null;

-- One row an offset: it is sent once, whichever server comes first.
create table announcement_reminder (
  tenant_id bigint not null references tenant,
  announcement_id bigint not null references announcement, offset_hours int not null,
  due_at bigint not null, sent_at bigint,
  primary key (announcement_id, offset_hours)
);
create index announcement_reminder_due on announcement_reminder (due_at) where sent_at is null;

select put_behind_wall('announcement', 'announcement_receipt', 'announcement_reminder');
