// The data half of an entity: facts that browser and server both read. Words and looks live in the feature.
import type * as z from 'zod/mini'
import type { Giver, Hindrance } from './hindrance.ts'
import type { DirectoryName } from './navigation/directories.ts'
import type { ServiceName } from './services.ts'

/**
 * The permissions of an entity, by their last parts: where they stand in the tree of resources, and which of the
 * roles that every tenant is made with hold them. Administrators hold all but the platform's.
 */
export interface PermissionGrants {
  /** Name of the route whose menu they belong to. */
  menu: string
  property?: readonly string[]
  patrol?: readonly string[]
  duty?: readonly string[]
  /** Kept from the administrators of tenants. */
  platform?: readonly string[]
}

/** The page that lists an entity. */
export interface PageFacts {
  path: string
  layout: 'console' | 'map'
  titleZh: string
  titleEn: string
  /** Where the menu has it at first: at the end of the directory, first, or behind the route of that name. */
  directory: DirectoryName
  first?: true
  after?: string
  icon?: string
}

/** What happens to a command when the network is away: refused at once, or queued and replayed once. */
export type OfflinePolicy = 'refuse' | 'queue'

/**
 * How a filter compares: `contains` text (case ignored, % and _ literal), `oneOf` several values,
 * `equals` one value, `range` two moments or numbers (`<field>From`, `<field>To`, both inclusive).
 */
export type FilterKind = 'contains' | 'oneOf' | 'equals' | 'range'

export interface CommandDefinition<Row = object> {
  /** The button, the route and the endpoint ask for the same permission. */
  permission: string
  /** Default is `refuse`: a door must not open late. */
  offline?: OfflinePolicy
  /** What the command takes besides the ids; none when absent. */
  input?: z.ZodMiniObject
  /** The name of the command that takes it back, for undo. */
  undo?: string
  /** Given to one row, or to a few that were looked at: never to all that a filter finds. */
  byHand?: true
  /** Names with each row the version that was looked at: one that somebody has changed since stays as it is. */
  asSeen?: true
  /** Why it does not run on a row; absent or undefined: it does. Asked by the button, before it is kept for later, and by the server. */
  hindrance?(row: Row, giver: Giver): Hindrance | undefined
}

/** A column that points at another entity. The server joins its label and checks that it is of the same tenant. */
export interface Reference {
  entity: string
  /** Read-only field of the row that carries the label (for `many`: an array of labels). */
  label: string
  /** Read-only field of the row with the English name, which people who do not read Chinese are shown. */
  english?: string
  many?: boolean
}

/** The schema of a row: any fields besides those that every stored entity has. */
export type RowSchema = z.ZodMiniObject &
  z.ZodMiniType<{ id: number; version: number; [field: string]: unknown }>

export interface EntityDefinition<
  Row extends RowSchema = RowSchema,
  Write extends z.ZodMiniObject = z.ZodMiniObject,
  Filters extends Record<string, FilterKind> = Record<string, FilterKind>,
  Commands extends Record<string, CommandDefinition> = Record<string, CommandDefinition>,
  Key extends string = string,
> {
  /** Name on the wire and in caches, camelCase singular. */
  key: Key
  service: ServiceName
  /** What its permissions begin with: `<permission>.read`, `.save`, `.remove`, `.export`, `.import`. */
  permission: string
  grants: PermissionGrants
  /** The page that is its list; absent: it is shown on pages of others. */
  page?: PageFacts
  /** Another permission that reading asks for, where more people must read than keep it. */
  readPermission?: string
  /** `read`: lists and rows are kept on the device for offline use. */
  offline: 'read' | 'none'
  /** Who owns rows: one tenant, or the platform (every tenant may read, only the platform writes). */
  owner: 'tenant' | 'platform'
  /** The row as read. */
  schema: Row
  /** What a form may send; absent: the entity is never saved through the generic endpoint. */
  write?: Write
  /**
   * Fields of which no two rows of a tenant have the same, where the entity has no store of its own: each has the unique
   * index `<table>_<field>`.
   */
  unique?: readonly (keyof z.output<Row> & string)[]
  filters: Filters
  sorts: readonly (keyof z.output<Row> & string)[]
  /** Further words to sort by, which are no field: the server's table says what they mean. */
  orders?: readonly string[]
  defaultSort: `${'' | '-'}${keyof z.output<Row> & string}`
  /** Fields the free-text search looks into. */
  search: readonly (keyof z.output<Row> & string)[]
  /** Field whose values are counted for the segmented filter. */
  countBy?: keyof z.output<Row> & string
  /** Self-reference that makes the entity a tree. */
  parent?: keyof z.output<Row> & string
  /** Field that holds the department, for roles whose data scope is their own department. */
  department?: keyof z.output<Row> & string
  refs?: { [F in keyof z.output<Row> & string]?: Reference }
  /** Keys of entities whose rows say something of this one's: a change here makes what is known of them outdated too. */
  shownIn?: readonly string[]
  /** False where history must stay: no remove endpoint. */
  removable: boolean
  /** False where rows are recorded or sent in, never typed: a form changes them, and none makes one. */
  addable?: false
  /** Rows may come from a spreadsheet: the fields of the form are its columns. Asks for `.import`. */
  importable?: boolean
  /** A new row may wait for the network, with the time its own fields tell: it is saved once when that is back. */
  waitsNew?: boolean
  commands: Commands
}

/** Checks an entity's facts against its own schema at compile time and returns them unchanged. */
export function defineEntity<
  const Row extends RowSchema,
  const Write extends z.ZodMiniObject,
  const Filters extends { [F in keyof z.output<Row> & string]?: FilterKind } & Record<string, FilterKind>,
  const Commands extends Record<string, CommandDefinition<z.output<Row>>>,
  const Key extends string,
  const Waits extends boolean = false,
>(
  definition: EntityDefinition<Row, Write, Filters, Commands, Key> & { waitsNew?: Waits },
): EntityDefinition<Row, Write, Filters, Commands, Key> & { waitsNew?: Waits } {
  return definition
}

/** A row of an entity as read. */
export type RowOf<E extends EntityDefinition> = z.output<E['schema']>

/** The field with the English name of what a field names; undefined where there is none. */
export const englishFieldOf = ({ refs }: Pick<EntityDefinition, 'refs'>, field: string): string | undefined =>
  Object.values(refs ?? {}).find(each => each?.label === field)?.english

/** Whether a command may be given to all that a filter finds. */
export function mayGiveToAll(
  entity: Pick<EntityDefinition, 'commands' | 'removable'>,
  name: string,
): boolean {
  if (name === 'remove') return entity.removable
  const command = entity.commands[name]
  return command !== undefined && !command.byHand
}

/** What a form of an entity sends. */
export type WriteOf<E extends EntityDefinition> =
  E extends EntityDefinition<RowSchema, infer W> ? z.output<W> : never

/** What a command takes besides the rows. */
export type InputOf<C extends CommandDefinition> = C extends { input: infer S extends z.ZodMiniObject }
  ? z.output<S>
  : Record<string, never>

/** All words that a list may be sorted by, upwards and (with `-`) downwards. */
export const sortWordsOf = ({ sorts, orders = [] }: Pick<EntityDefinition, 'sorts' | 'orders'>): string[] =>
  [...sorts, ...orders].flatMap(word => [word, `-${word}`])

/** The permission that a generic endpoint of an entity asks for. */
export function permissionFor(
  entity: Pick<EntityDefinition, 'permission' | 'readPermission'>,
  verb: 'read' | 'save' | 'remove' | 'export' | 'import',
): string {
  if (verb === 'read' && entity.readPermission) return entity.readPermission
  return `${entity.permission}.${verb}`
}
