// How an entity is stored, where that does not follow from its definition: columns that are computed, joined or named
// apart, who else uses a row, what happens around a save.
import type { Context } from '../http/handlers.ts'

export type Row = Record<string, unknown> & { id: number; version: number }

/** Collects parameters of a statement; answers the placeholder. */
export type Bind = (value: unknown) => string

export interface Saving {
  context: Context
  /** What the form sent. */
  input: Record<string, unknown>
  /** The row before; undefined for a new one. */
  before: Row | undefined
  /** Tenant of the row. */
  tenantId: number
}

export interface Changing {
  context: Context
  row: Row
  tenantId: number
}

export interface Commanding extends Changing {
  input: Record<string, unknown>
  /** When the person gave the command; never in the future. */
  at: number
}

export interface Table {
  /** Name in the database; its rows go by the alias `t`. */
  name: string
  joins?: string
  /** Fields whose expression is not the column of the same name in snake case. */
  columns?: Record<string, string>
  /** Expressions to sort by, where the field itself sorts badly. */
  order?: Record<string, string>
  /**
   * Conditions of `contains` filters that are better asked another way: of a field with few different values, seek the
   * values instead of the rows. Given the placeholder of the pattern.
   */
  contains?: Record<string, (pattern: string) => string>
  /**
   * Text that the free search looks into; must equal the index's expression to be served by it. Where the text is kept
   * apart: the condition, given what makes one for an expression.
   */
  search?: string | ((like: (expression: string) => string) => string)
  /** Column with the pairs of characters of that text (`pairs_of`), by which a search for two of them finds its rows. */
  pairs?: string
  /**
   * Where the numbers of rows are kept beside them: a table of `tenant_id`, a column for each field of `by`, and `n`, which
   * is summed up. Lists that are asked by nothing else take their counts from it.
   */
  counts?: { table: string; by: readonly string[] }
  /** Expression of the row's tenant; null when rows belong to nobody. */
  tenant?: string | null
  /** Expression of the row's department, for people who see only theirs. */
  department?: string
  /** Expression of the login that a row falls to: they see it whatever its department. */
  account?: string
  /** Expression of an array of such logins. */
  accounts?: string
  /** One more condition for a person. */
  visible?: (context: Pick<Context, 'person'>, bind: Bind) => string | undefined
  /** Fields of the form that are not columns of this table. */
  apart?: readonly string[]
  /** Fields of the form of which the audit log says that they changed, not what they are: what must be forgotten some day. */
  forgettable?: readonly string[]
  /** Unique indexes and exclusion constraints, and the field each guards. */
  unique?: Record<string, string>
  /** Fields that know a row only together, such as the unit of a room and its number: by these a sheet finds it. */
  keys?: readonly string[]
  /** Expression of what a row is called in full where its name alone is not enough: the way from its community, with slashes. */
  naming?: string
  /** Field with the name of who changed a row last, for who comes second. */
  changedBy?: string
  /** Live rows of other tables that point here keep a row from being removed. */
  usedBy?: readonly { table: string; column: string }[]
  /** Stands around what each save, removal, restoration and command writes: may refuse before it, or for what came of it. */
  around?: <Result>(
    changing: { context: Context; tenantId: number },
    change: () => Promise<Result>,
  ) => Promise<Result>
  /** Tenant of a new row; the person's own unless said otherwise. */
  tenantOfNew?: (saving: Omit<Saving, 'tenantId' | 'before'>) => number
  /** May refuse; answers further columns to write. */
  beforeSave?: (saving: Saving) => Promise<Record<string, unknown> | undefined>
  afterSave?: (saving: Saving & { id: number }) => Promise<void>
  beforeRemove?: (changing: Changing) => Promise<void>
  /** May refuse to take a removal back; the row is as it was when it was removed. */
  beforeRestore?: (changing: Changing) => Promise<void>
  /** After a save, removal, restoration or command, still inside the transaction. */
  afterChange?: (changing: { context: Context; id: number; tenantId: number; verb: string }) => Promise<void>
  /** Runs the entity's commands, by name; the row is locked. Throws to refuse. */
  commands?: Record<string, (commanding: Commanding) => Promise<void>>
}

/** Name of the row's tenant, for who sees the rows of all tenants. */
export const TENANT_NAME = `case when current_setting('app.tenant', true) = '*'
  then (select x.name from tenant x where x.id = t.tenant_id) end`

/** `roomNo` to `room_no`. */
export function snake(field: string): string {
  return field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

/** Table of an entity that others refer to. */
export function tableOf(entity: string): string {
  return entity === 'user' ? 'account' : snake(entity)
}

/** The departments that the person of the transaction is held to; null: to none. */
const HELD_TO = `nullif(current_setting('app.departments', true), '')::bigint[]`

/**
 * A figure over devices, of those only that the person may see. Given what makes the condition for a table's alias; who
 * sees all departments gets the figure without one, which an index may answer alone.
 */
export const ofSeenDevices = (figure: (seen: (alias: string) => string) => string): string =>
  `case when ${HELD_TO} is null then ${figure(() => 'true')}
    else ${figure(alias => `${alias}.department_id = any((select ${HELD_TO})::bigint[])`)} end`
