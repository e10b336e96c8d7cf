// Migrations run while the release before still works: what makes others wait, or takes from them what they use, is refused.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { statementsOf } from '../../server/db/migration-file.ts'
import { blocking } from './migration-law.ts'
import { root } from './source-files.ts'

const FOLDER = join(root, 'server/db/migrations')
/** The law holds from here on. */
const FIRST = 205
/** Applied before there was a way to make an index while others work; the file can no longer be changed. */
const BEFORE_THE_LAW: Readonly<Record<string, number>> = { '0231_rotation_of_secrets.sql': 1 }

describe('the migrations', () => {
  const files = readdirSync(FOLDER).filter(name => name.endsWith('.sql') && Number(name.slice(0, 4)) >= FIRST)

  test('there are some', () => expect(files.length).toBeGreaterThan(5))

  test.each(files)('%s keeps nobody waiting', name => {
    const found = blocking(readFileSync(join(FOLDER, name), 'utf8'))
    expect(found.slice(BEFORE_THE_LAW[name] ?? 0)).toEqual([])
  })

  test('nothing is excused that needs no excuse any more', () => {
    for (const [name, times] of Object.entries(BEFORE_THE_LAW))
      expect(blocking(readFileSync(join(FOLDER, name), 'utf8'))).toHaveLength(times)
  })
})

describe('the law itself', () => {
  test.each([
    'create index alarm_x on alarm (x)',
    'create unique index alarm_x on alarm (lower(x)) where y is null',
    'create index concurrently alarm_x on alarm (x)',
    'alter table alarm add column x text not null',
    "alter table alarm add column x bigint not null default nextval('s')",
    'alter table alarm add column x timestamptz default now()',
    'alter table alarm add column x bigint generated always as identity',
    'alter table alarm alter column x type bigint',
    'alter table alarm alter column x set data type bigint',
    'alter table alarm alter x set not null',
    'alter table alarm rename column x to y',
    'alter table alarm rename to alert',
    'alter table only alarm drop column x',
    'alter table alarm add constraint c check (x > 0)',
    'alter table alarm add constraint c foreign key (x) references y',
    'alter table alarm add constraint c unique (x)',
    'drop table alarm',
    'drop index alarm_x',
    'update alarm set x = 1',
    'lock table alarm',
    'reindex table alarm',
    '-- blocks: short\ncreate index alarm_x on alarm (x)',
    '-- no transaction\ncreate index concurrently alarm_x on alarm (x); alter table alarm add column x text',
  ])('%s is refused', text => expect(blocking(text)).toHaveLength(1))

  test.each([
    'create table letter (id bigint, x text not null); create index letter_x on letter (x); alter table letter drop column x',
    '-- no transaction\ncreate index concurrently if not exists alarm_x on alarm (x)',
    'alter table alarm add column x text',
    'alter table alarm add column x boolean not null default false',
    'alter table alarm add column x int check (x > 0)',
    'alter table alarm add constraint c check (x > 0) not valid',
    'alter table alarm validate constraint c',
    'alter table alarm add constraint c unique using index alarm_x',
    'create function f() returns void language plpgsql as $body$ begin update alarm set x = 1; end $body$',
    '-- blocks: nobody has rows in this table before this release\ncreate index alarm_x on alarm (x)',
  ])('%s is let through', text => expect(blocking(text)).toEqual([]))

  test('a semicolon in a body, a text or a comment ends no statement', () => {
    expect(
      statementsOf(
        `select 'a;b'; -- c;d\nselect 2;\ncreate function f() as $x$ begin; end; $x$;\n-- the end;\n`,
      ),
    ).toHaveLength(3)
  })
})
