// What tests of a site's work have in common: rows that are made as a person makes them.
import type { Answer, TestServer } from '../../start.ts'

export type Row = Record<string, unknown> & { id: number; version: number }

export const save = (server: TestServer, entity: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/user/${entity}/save`, { token, body })

export const command = (
  server: TestServer,
  path: string,
  body: object,
  { token = server.tokens.admin, key }: { token?: string; key?: string } = {},
) => server.call(`/api/user/${path}`, { token, body, ...(key && { headers: { 'idempotency-key': key } }) })

export async function made(answer: Promise<Answer>): Promise<Row> {
  const { code, data, id } = await answer
  if (code !== 0) throw new Error(`refused: ${id}`)
  return data as Row
}

/** The refusal of the only row of a command; undefined where it was done. */
export function refusal({ data, id, code }: Answer): string | undefined {
  if (code !== 0) return id
  const { results } = data as { results: { ok: boolean; error?: { id: string } }[] }
  return results[0]?.error?.id
}

export const read = async (server: TestServer, entity: string, id: number, token = server.tokens.admin) =>
  made(server.call(`/api/user/${entity}/get`, { token, query: { id: String(id) } }))

export const list = async (
  server: TestServer,
  entity: string,
  query: Record<string, string> = {},
  token = server.tokens.admin,
): Promise<Row[]> => {
  const { data } = await server.call(`/api/user/${entity}/page`, { token, query: { size: '500', ...query } })
  return (data as { list: Row[] }).list
}
