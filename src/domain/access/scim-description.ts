// What this server says of itself to a directory: what it can do, and which attributes of people it keeps.
import { SCIM } from './scim.ts'

/** People that one page lists at most. */
export const MOST_LISTED = 200

const unsupported = { supported: false }

export const serviceProviderConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_LISTED },
  changePassword: unsupported,
  sort: unsupported,
  etag: unsupported,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'A key of this console with the permission to keep people in step',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const userType = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  schema: SCIM.user,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
})

const attribute = (name: string, type: string, more: object = {}) => ({
  ...{ name, type, multiValued: false, required: false, caseExact: false, mutability: 'readWrite' },
  ...{ returned: 'default', uniqueness: 'none' },
  ...more,
})
const values = (name: string) =>
  attribute(name, 'complex', {
    multiValued: true,
    subAttributes: [
      attribute('value', 'string'),
      attribute('type', 'string'),
      attribute('primary', 'boolean'),
    ],
  })

export const userSchema = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id: SCIM.user,
  name: 'User',
  attributes: [
    attribute('userName', 'string', { required: true, uniqueness: 'server' }),
    attribute('externalId', 'string', { caseExact: true }),
    attribute('displayName', 'string'),
    attribute('name', 'complex', {
      subAttributes: ['formatted', 'givenName', 'familyName'].map(name => attribute(name, 'string')),
    }),
    attribute('active', 'boolean'),
    values('emails'),
    values('phoneNumbers'),
  ],
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${SCIM.user}` },
})

export const listOf = <Item>(items: readonly Item[], { total, start }: { total: number; start: number }) => ({
  schemas: [SCIM.list],
  totalResults: total,
  startIndex: start,
  itemsPerPage: items.length,
  Resources: items,
})
