// Who is behind a request or a connection, and which rows are theirs to touch.
import type { Scenario } from '../src/domain/access/session-words.ts'
import type { Scope } from './db/scoped.ts'

/** No account has this number. */
export const NOBODY = 0

export interface Person {
  /** A wall is nobody: the id of the wall, and no account. */
  wall?: number
  /** An API key is nobody either. */
  key?: { id: number }
  /** Of a key: refuses, wherever it is asked for. */
  accountId: number
  tenantId: number
  tenantName: string
  tenantZone: string
  scenario: Scenario
  username: string
  name: string
  nickname: string | null
  phone: string | null
  gender: string | null
  departmentId: number | null
  departmentName: string | null
  roleNames: readonly string[]
  visitor: boolean
  highest: boolean
  /** Super administrator of the platform: every tenant's rows. */
  platform: boolean
  permissions: ReadonlySet<string>
  /** Resources of the person's roles, enabled or not, with what is above them; all for the highest authorization. */
  resourceIds: ReadonlySet<number>
  /** Departments whose rows the person sees; null for the whole tenant. */
  departments: readonly number[] | null
}

/** The account, or of a key the number that no account has: for what only compares, or only says who it was. */
export const accountOrNobody = (person: Pick<Person, 'key' | 'accountId'>): number =>
  person.key === undefined ? person.accountId : NOBODY

/** A session that is open, with the rights its person has now. */
export interface Live {
  person: Person
  /** Hex. */
  tokenHash: string
}

/** What the kernel asks of sessions. */
export interface Guard {
  /** The live session of a token that came from an address; undefined when there is none. */
  find(token: string, address?: string): Promise<Live | undefined>
  /** The same by hash, for whoever holds a ticket. */
  findByHash(tokenHash: string): Promise<Live | undefined>
}

/** The rows a person's statements may touch. */
export function scopeOf(person: Pick<Person, 'platform' | 'tenantId' | 'departments'>): Scope {
  return { tenant: person.platform ? '*' : person.tenantId, departments: person.departments }
}

/** The session of the resident page: a telephone that was proved, and nothing else. */
export interface ResidentLive {
  phone: string
  /** Hex. */
  tokenHash: string
}

export interface ResidentGuard {
  find(token: string): Promise<ResidentLive | undefined>
}
