// People of the tests' own tenant who approve: each with a login of their own.
import { insert, type TestServer } from '../../start.ts'

export interface Colleague {
  id: number
  username: string
  token: string
}

/** Adds accounts with a built-in role and logs them in. Their names are `Name of <username>`. */
export async function addColleagues(
  server: TestServer,
  usernames: readonly string[],
  role = '物业人员',
): Promise<Colleague[]> {
  const ids = await server.sql(async sql => {
    const like = await sql.first<{ password_hash: string }>(
      `select password_hash from account where username = 'patrol'`,
    )
    const made: number[] = []
    for (const username of usernames) {
      const id = await insert(sql, 'account', {
        tenant_id: server.here.tenantId,
        username,
        name: `Name of ${username}`,
        password_hash: like?.password_hash,
      })
      await sql.query(
        `insert into account_role (tenant_id, role_id, account_id) select $1, id, $2 from role where tenant_id = $1 and name = $3`,
        [server.here.tenantId, id, role],
      )
      made.push(id)
    }
    return made
  })
  const people: Colleague[] = []
  for (const [index, username] of usernames.entries())
    people.push({ id: ids[index] ?? 0, username, token: await server.logIn(username) })
  return people
}
