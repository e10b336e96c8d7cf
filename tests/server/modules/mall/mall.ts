// What tests of the mall have in common: rows that are made as a person makes them.
import type { Answer, TestServer } from '../../start.ts'

export type Row = Record<string, unknown> & { id: number; version: number }

export const post = (server: TestServer, path: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/mall/${path}`, { token, body })

export const get = (
  server: TestServer,
  path: string,
  query: Record<string, string> = {},
  token: string | undefined = server.tokens.admin,
) => server.call(`/api/mall/${path}`, { ...(token && { token }), query })

export async function made(answer: Promise<Answer>): Promise<Row> {
  const { code, data, id, field } = await answer
  if (code !== 0) throw new Error(`refused: ${id} ${field}`)
  return data as Row
}

/** The refusal of the only row of a command; undefined where it was done. */
export function refusal({ data, id, code }: Answer): string | undefined {
  if (code !== 0) return id
  const { results } = data as { results: { ok: boolean; error?: { id: string } }[] }
  return results[0]?.error?.id
}

export async function list(
  server: TestServer,
  entity: string,
  query: Record<string, string> = {},
): Promise<Row[]> {
  const { data } = await get(server, `${entity}/page`, { size: '500', ...query })
  return (data as { list: Row[] }).list
}

let count = 0

/** A draft of an article in a category and of a merchant of its own. */
export async function newProduct(server: TestServer, more: object = {}): Promise<Row> {
  const n = ++count
  const merchant = await made(
    post(server, 'merchant/save', { name: `Merchant ${n}`, phone: '13600000001', commissionPermille: 50 }),
  )
  const category = await made(
    post(server, 'mallCategory/save', { name: `Category ${n}`, sort: n, status: 'shown' }),
  )
  return made(
    post(server, 'mallProduct/save', {
      ...{ name: `Article ${n}`, merchantId: merchant.id, categoryId: category.id },
      ...more,
    }),
  )
}

export const oneSku = (onHand: number, price = 1000) => ({
  skus: [{ valueIds: [], price, weightGrams: 500, onHand }],
})
