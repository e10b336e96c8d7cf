// People as a directory sends and reads them (SCIM 2.0, RFC 7643 and 7644): what is understood, what is kept, how it is shown.
import * as z from 'zod/mini'

export const SCIM = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

export type ScimProblem = 'invalidFilter' | 'invalidSyntax' | 'invalidPath' | 'invalidValue' | 'mutability'

/** Refused for its form: `detail` is for whoever sets the directory up. */
export class ScimRefusal extends Error {
  readonly problem: ScimProblem
  constructor(problem: ScimProblem, detail: string) {
    super(detail)
    this.problem = problem
  }
}

/** What of a person the directory decides; what is left out stays as it is. */
export interface DirectoryChanges {
  userName?: string
  externalId?: string | null
  name?: string
  active?: boolean
  /** Empty: none. */
  email?: string
  phone?: string
}

const line = (most: number) =>
  z.string().check(
    z.minLength(1),
    z.maxLength(most),
    z.refine(text => !text.includes('\u0000') && text.isWellFormed()),
  )
/** Some directories write truth as a word. */
const truth = z.union([
  z.boolean(),
  z.pipe(
    z.string().check(z.regex(/^(?:true|false)$/i)),
    z.transform(word => word.toLowerCase() === 'true'),
  ),
])
const valued = z.array(z.looseObject({ value: z.string(), primary: z.optional(truth) }))
const orNone = <Inner extends z.ZodMiniType>(inner: Inner) => z.optional(z.nullable(inner))

const attributes = {
  userName: line(200),
  externalId: orNone(line(200)),
  displayName: orNone(line(60)),
  name: orNone(
    z.looseObject({ formatted: orNone(line(60)), givenName: orNone(line(60)), familyName: orNone(line(60)) }),
  ),
  active: orNone(truth),
  emails: orNone(valued),
  phoneNumbers: orNone(valued),
}
const whole = z.looseObject(attributes)
const some = z.looseObject({ ...attributes, userName: z.optional(attributes.userName) })
type Some = z.output<typeof some>

const chosen = (list: z.output<typeof valued>) => (list.find(each => each.primary) ?? list[0])?.value ?? ''

/** Mobile numbers as they are kept here: without the country's prefix and without gaps. */
const plainPhone = (phone: string) => phone.replace(/[\s()-]/g, '').replace(/^(?:\+|00)86/, '')

function changesOf({
  userName,
  externalId,
  displayName,
  name,
  active,
  emails,
  phoneNumbers,
}: Some): DirectoryChanges {
  const parts = [name?.givenName, name?.familyName].flatMap(part => part ?? []).join(' ')
  const called = displayName ?? name?.formatted ?? (parts || undefined)
  return {
    ...(userName !== undefined && { userName }),
    ...(externalId !== undefined && { externalId }),
    ...(called !== undefined && { name: called.slice(0, 60) }),
    ...(typeof active === 'boolean' && { active }),
    ...(emails !== undefined && { email: chosen(emails ?? []) }),
    ...(phoneNumbers !== undefined && { phone: plainPhone(chosen(phoneNumbers ?? [])) }),
  }
}

function read<Schema extends z.ZodMiniType>(schema: Schema, raw: unknown): z.output<Schema> {
  const result = z.safeParse(schema, raw)
  if (result.success) return result.data
  const path = result.error.issues[0]?.path.map(String).join('.') ?? ''
  throw new ScimRefusal(
    'invalidValue',
    `${path === '' ? 'The resource' : path} is missing or not of the right kind`,
  )
}

/** A person who is made or replaced. Attributes that are not kept are passed over, as the standard asks. */
export function readWhole(raw: unknown): DirectoryChanges & { userName: string } {
  const { userName, ...rest } = read(whole, raw)
  return { ...changesOf(rest), userName }
}

/** What a person is replaced with: phone and mail that are not there any more are taken away. */
export const readReplacement = (raw: unknown): DirectoryChanges & { userName: string } => ({
  ...{ email: '', phone: '', externalId: null },
  ...readWhole(raw),
})

const operation = z.looseObject({
  op: z.string().check(z.regex(/^(?:add|replace|remove)$/i)),
  path: z.optional(z.string().check(z.maxLength(300))),
  value: z.optional(z.unknown()),
})
const patch = z.looseObject({ Operations: z.array(operation).check(z.minLength(1), z.maxLength(100)) })

/** Where a path leads among the attributes; undefined where nothing is kept. */
function placeOf(path: string): string[] | undefined {
  const bare = path.replace(new RegExp(`^${SCIM.user}:`, 'i'), '')
  const listed = /^(emails|phoneNumbers)(?:\[[^\]]*\])?\.value$/i.exec(bare)?.[1]
  const wanted = listed ?? bare
  const known = [
    'userName',
    'externalId',
    'displayName',
    'active',
    'emails',
    'phoneNumbers',
    'name',
    'name.formatted',
  ]
  const found = known.find(each => each.toLowerCase() === wanted.toLowerCase())
  if (found === undefined) return undefined
  return listed === undefined ? found.split('.') : [found, 'value']
}

const REMOVABLE = new Set(['externalId', 'emails', 'phoneNumbers'])

function resourceOf(path: string, op: string, value: unknown): Record<string, unknown> {
  const place = placeOf(path)
  if (!place) throw new ScimRefusal('invalidPath', `${path} is not kept here: map nothing to it`)
  const [attribute = '', part] = place
  if (op === 'remove') {
    if (!REMOVABLE.has(attribute)) throw new ScimRefusal('mutability', `${attribute} cannot be removed`)
    return { [attribute]: null }
  }
  if (part === undefined) return { [attribute]: value }
  return { [attribute]: part === 'value' ? [{ value }] : { [part]: value } }
}

/** What a patch changes, its operations in their order. */
export function readPatch(raw: unknown): DirectoryChanges {
  const { Operations: operations } = read(patch, raw)
  const changes: DirectoryChanges = {}
  for (const { op, path, value } of operations) {
    const verb = op.toLowerCase()
    if (path !== undefined && path !== '') {
      Object.assign(changes, changesOf(read(some, resourceOf(path, verb, value))))
      continue
    }
    if (verb === 'remove') throw new ScimRefusal('invalidPath', 'What is removed has to be named by a path')
    // Without a path the value names attributes, and some directories write paths there.
    for (const [name, inner] of Object.entries(read(z.record(z.string(), z.unknown()), value)))
      if (placeOf(name)) Object.assign(changes, changesOf(read(some, resourceOf(name, verb, inner))))
  }
  return changes
}

export type ScimFilter = { of: 'userName' | 'externalId'; is: string }

/** The two questions that directories ask to find somebody; every other filter is refused, never passed over. */
export function readFilter(text: string): ScimFilter {
  const [, attribute = '', quoted = ''] = /^\s*(\w+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i.exec(text) ?? []
  const of = (['userName', 'externalId'] as const).find(
    each => each.toLowerCase() === attribute.toLowerCase(),
  )
  const is: unknown = of && safeText(quoted)
  if (of === undefined || typeof is !== 'string')
    throw new ScimRefusal('invalidFilter', 'Only userName eq "…" and externalId eq "…" are understood')
  return { of, is }
}

function safeText(quoted: string): unknown {
  try {
    return JSON.parse(quoted)
  } catch {
    return undefined
  }
}

export interface ShownPerson {
  id: number
  version: number
  createdAt: number
  updatedAt: number
  userName: string
  externalId: string | null
  name: string
  active: boolean
  email: string | undefined
  phone: string | undefined
}

/** A person as the directory reads them. `base` is the address that people stand below. */
export const showPerson = (person: ShownPerson, base: string) => ({
  schemas: [SCIM.user],
  id: String(person.id),
  ...(person.externalId !== null && { externalId: person.externalId }),
  userName: person.userName,
  displayName: person.name,
  name: { formatted: person.name },
  active: person.active,
  ...(person.email && { emails: [{ value: person.email, type: 'work', primary: true }] }),
  ...(person.phone && { phoneNumbers: [{ value: person.phone, type: 'mobile', primary: true }] }),
  meta: {
    resourceType: 'User',
    created: new Date(person.createdAt).toISOString(),
    lastModified: new Date(person.updatedAt).toISOString(),
    location: `${base}/Users/${person.id}`,
    version: `W/"${person.version}"`,
  },
})
