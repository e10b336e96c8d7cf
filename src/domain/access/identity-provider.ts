// The identity provider of a tenant: where its people prove who they are, instead of a password here (OpenID Connect).
import * as z from 'zod/mini'
import { id, nonEmpty, text } from '../fields.ts'
import { username } from './username.ts'

/** What people who are let in by the provider and unknown here meet. */
export const unknownPeople = z.enum(['refuse', 'make'])
/** Who may still come in by a password, a code or a passkey of this console. */
export const passwordsOf = z.enum(['everybody', 'administrators'])
/** Whose second factor counts: the own rules as after a password, or the provider's word that it asked for one. */
export const factorOf = z.enum(['own', 'provider'])
export type FactorOf = z.output<typeof factorOf>

/** Enough for every group that means something here. */
export const MOST_GROUPS = 50

/** The name of the tenant's own sign-in address: part of an address, so it has letters that nobody has to escape. */
export const signInName = z
  .string()
  .check(
    z.minLength(1, { error: 'required' }),
    z.regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, { error: 'signInName' }),
  )

const domainName = z
  .string()
  .check(z.maxLength(200), z.regex(/^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/, { error: 'domainName' }))

/** An address without a query, as issuers are compared letter by letter. */
const issuer = z
  .string()
  .check(z.minLength(1, { error: 'required' }), z.maxLength(500), z.refine(isIssuer, { error: 'issuer' }))

function isIssuer(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, search, hash, username, password } = new URL(address)
  return /^https?:$/.test(protocol) && `${search}${hash}${username}${password}` === ''
}

const claimName = z
  .string()
  .check(z.minLength(1, { error: 'required' }), z.maxLength(100), z.regex(/^[\w.:/-]+$/, { error: 'claim' }))

const groupRole = z.strictObject({ group: nonEmpty(200), roleId: id })

export const providerFields = {
  enabled: z.boolean(),
  /** What the button at the login calls it. */
  name: nonEmpty(40),
  signInName,
  issuer,
  clientId: nonEmpty(300),
  /** Asked for beside `openid`, with spaces between. */
  scopes: text(300).check(z.regex(/^[\x21\x23-\x5b\x5d-\x7e ]*$/, { error: 'format' })),
  /** The claim with the login name; of a mail address what stands before its domain. */
  nameClaim: claimName,
  /** Mail addresses of other domains are nobody's; null: a login name with a domain is refused. */
  mailDomain: z.nullable(domainName),
  unknownPeople,
  /** What the provider's and the directory's new people get. */
  roleId: z.nullable(id),
  departmentId: z.nullable(id),
  /** Somebody who is here already is taken for the provider's person of the same login name. */
  linksExisting: z.boolean(),
  passwords: passwordsOf,
  factor: factorOf,
  /** The `acr` that is asked for, and that stands for two factors. */
  acr: z.nullable(nonEmpty(200)),
  groupsClaim: z.nullable(claimName),
  groupRoles: z.array(groupRole).check(z.maxLength(MOST_GROUPS)),
}

const shape = z.object(providerFields)
export type ProviderRules = z.output<typeof shape>

/** Begins with what does least: nobody is made, nobody taken over, and every other way in stays. */
export const NO_PROVIDER: ProviderRules = {
  ...{ enabled: false, name: '', signInName: '', issuer: '', clientId: '' },
  ...{ scopes: 'profile email', nameClaim: 'preferred_username', mailDomain: null },
  ...{ unknownPeople: 'refuse', roleId: null, departmentId: null, linksExisting: false },
  ...{ passwords: 'everybody', factor: 'own', acr: null, groupsClaim: null, groupRoles: [] },
}

export const rolesOf = ({ roleId, groupRoles }: Pick<ProviderRules, 'roleId' | 'groupRoles'>): number[] => [
  ...new Set([...(roleId === null ? [] : [roleId]), ...groupRoles.map(each => each.roleId)]),
]

/**
 * The login name that a claim or a directory stands for; undefined where it is none. A mail address counts in the tenant's own
 * domain only: else the provider could speak of people of others.
 */
export function loginNameOf(said: string, mailDomain: string | null): string | undefined {
  const at = said.lastIndexOf('@')
  const name = at < 0 ? said : said.slice(0, at)
  if (at >= 0 && said.slice(at + 1).toLowerCase() !== mailDomain) return undefined
  return username.safeParse(name).success ? name : undefined
}

/** Whether the provider says that it has asked for two factors. */
export function saysTwoFactors(
  { amr, acr }: { amr?: readonly string[] | undefined; acr?: string | undefined },
  wanted: string | null,
): boolean {
  return (amr?.includes('mfa') ?? false) || (wanted !== null && acr === wanted)
}

/**
 * The roles of somebody whose groups the provider has told: those that groups stand for follow the groups, all others stay as
 * people have set them here.
 */
export function rolesByGroups(
  had: readonly number[],
  groups: readonly string[],
  groupRoles: ProviderRules['groupRoles'],
): number[] {
  const wanted = groupRoles.filter(({ group }) => groups.includes(group)).map(({ roleId }) => roleId)
  const ruled = groupRoles.map(({ roleId }) => roleId)
  return [...new Set([...had.filter(role => !ruled.includes(role)), ...wanted])].toSorted((a, b) => a - b)
}

/** What a try of the settings looks at, in its order; what fails ends it. */
export const tryStep = z.enum(['discovery', 'client', 'redirect'])
export type TryStep = z.output<typeof tryStep>
export const tryResult = z.enum([
  'fine',
  'unsure',
  'private',
  'name',
  'certificate',
  'connection',
  'timeout',
  'status',
  'notProvider',
  'otherIssuer',
  'noCode',
  'wrongClient',
  'refused',
])
export type TryResult = z.output<typeof tryResult>
