// People and roles made for one test, so that tests do not take each other's accounts away.
import { Api, DEMO_PASSWORD } from './console.ts'

let made = 0
/** Short, and new in every run, whichever worker asks. */
export const fresh = (prefix: string) => `${prefix}${Date.now().toString(36)}${(made++).toString(36)}`

export interface NewPerson {
  username: string
  password: string
  id: number
}

interface ResourceRow {
  id: number
  parentId: number | null
  type: string
  mark?: string
  value?: string
}

/** Ids of the resources behind permissions and routes, and of everything above them. */
export async function resourceIds(admin: Api, wanted: { permissions: string[]; routes: string[] }) {
  const rows: ResourceRow[] = []
  for (let page = 1, total = 1; rows.length < total; page++) {
    const answer = await admin.get<{ list: ResourceRow[]; total: number }>('user/resource/page', {
      ...{ size: 500, page, sort: 'createdAt' },
    })
    if (answer.code !== 0) throw new Error(`The resources are not told: ${JSON.stringify(answer)}`)
    const { data } = answer
    rows.push(...data.list)
    total = data.list.length === 0 ? 0 : data.total
  }
  const ids = new Set<number>()
  for (const row of rows) {
    const chosen =
      row.type === 'button'
        ? wanted.permissions.includes(row.mark ?? '')
        : wanted.routes.includes(row.value ?? '-')
    for (let at = chosen ? row : undefined; at; at = rows.find(each => each.id === at?.parentId))
      ids.add(at.id)
  }
  return [...ids]
}

/** Makes a role of exactly these rights. */
export async function makeRole(
  admin: Api,
  rights: { permissions: string[]; routes: string[] },
  name = fresh('role '),
): Promise<{ id: number; name: string }> {
  const answer = await admin.post('user/role/save', {
    name,
    scope: 'tenant',
    resourceIds: await resourceIds(admin, rights),
  })
  if (answer.code !== 0) throw new Error(`role: ${JSON.stringify(answer)}`)
  return { id: answer.data.id, name }
}

/** Made for a person by somebody else, who cannot log in with it. */
const TEMPORARY = 'For-a-start-2026!'

/** Makes an account with these roles, whose person has chosen the password of the demo. */
export async function makePerson(
  admin: Api,
  roleIds: number[],
  name = fresh('Person '),
  more: { phone?: string; tenantId?: number } = {},
): Promise<NewPerson> {
  const username = fresh('u')
  const person = { username, name, password: TEMPORARY, roleIds, ...more }
  const answer = await admin.post('user/user/save', person)
  if (answer.code !== 0) throw new Error(`user: ${JSON.stringify(answer)}`)
  await Api.chooseFirstPassword(username, TEMPORARY, DEMO_PASSWORD)
  return { username, password: DEMO_PASSWORD, id: answer.data.id }
}

/** The id of a role that every tenant is made with, by its Chinese name. */
export async function builtInRole(admin: Api, name: string): Promise<number> {
  const { data } = await admin.get('user/role/page', { size: 100 })
  const role = data.list.find(row => row.name === name)
  if (!role) throw new Error(`no role ${name}`)
  return role.id
}

const DUTY_ROLE = '值班人员'

/** A colleague with the rights of a duty officer. */
export async function makeOfficer(
  admin: Api,
  name?: string,
  more: { phone?: string } = {},
): Promise<NewPerson> {
  return makePerson(admin, [await builtInRole(admin, DUTY_ROLE)], name, more)
}

export const logIn = ({ username, password }: NewPerson) => Api.logIn(username, password)
