// What the form of a provider holds while it is filled in, and what of it is sent.
import type * as z from 'zod/mini'
import type { getProvider, saveProvider } from '../../contract/endpoints/identity-provider.ts'
import type { ProviderRules } from '../../domain/access/identity-provider.ts'

export type StoredProvider = z.output<typeof getProvider.response>

export interface GroupLine {
  /** Of the line, so that removing one keeps the others' fields. */
  key: number
  group: string
  roleId: number | null
}

export interface ProviderValues
  extends Omit<ProviderRules, 'groupRoles' | 'mailDomain' | 'acr' | 'groupsClaim'> {
  mailDomain: string
  acr: string
  groupsClaim: string
  groups: readonly GroupLine[]
  /** Empty: the one that is here stays. */
  clientSecret: string
}

export function valuesOf(stored: StoredProvider): ProviderValues {
  const {
    groupRoles,
    version: _v,
    updatedAt: _a,
    updatedBy: _b,
    hasSecret: _s,
    people: _p,
    publicUrl: _u,
    ...rest
  } = stored
  return {
    ...rest,
    mailDomain: rest.mailDomain ?? '',
    acr: rest.acr ?? '',
    groupsClaim: rest.groupsClaim ?? '',
    groups: groupRoles.map((line, key) => ({ key, ...line })),
    clientSecret: '',
  }
}

const orNull = (text: string) => text.trim() || null

export function requestOf(values: ProviderValues, version: number): z.output<typeof saveProvider.request> {
  const { groups, mailDomain, acr, groupsClaim, clientSecret, ...rest } = values
  return {
    ...rest,
    name: rest.name.trim(),
    signInName: rest.signInName.trim(),
    issuer: rest.issuer.trim(),
    clientId: rest.clientId.trim(),
    scopes: rest.scopes.trim(),
    nameClaim: rest.nameClaim.trim(),
    mailDomain: orNull(mailDomain)?.toLowerCase() ?? null,
    acr: orNull(acr),
    groupsClaim: orNull(groupsClaim),
    groupRoles: groups.flatMap(({ group, roleId }) =>
      group.trim() === '' || roleId === null ? [] : [{ group: group.trim(), roleId }],
    ),
    version,
    ...(clientSecret !== '' && { clientSecret }),
  }
}
