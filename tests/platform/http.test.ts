// What goes out and what each answer does.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '../../src/contract/endpoint.ts'
import { login, sendCode } from '../../src/contract/endpoints/session.ts'
import { addressOf, callForFile, configureHttp, sendRequest, sendWithToken } from '../../src/platform/http.ts'
import { RequestError } from '../../src/platform/request-error.ts'

const list = endpoint({
  service: 'iotCard',
  method: 'GET',
  path: 'card/page',
  access: 'session',
  summary: '',
  request: z.object({ q: z.optional(z.string()), page: z.optional(z.int()) }),
  response: z.object({ total: z.int() }),
})
const save = endpoint({ ...list, method: 'POST', path: 'card/save', idempotent: true, response: z.null() })
const upload = endpoint({ ...save, request: z.object({ file: z.file(), note: z.string() }) })

const answers = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const ended = vi.fn()
const shown = vi.fn()
const reached = vi.fn()
const losses = new Set<() => void>()
const body = (value: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(value), init)
const sent = () => {
  const [address, init] = answers.mock.calls[0] ?? []
  return { address, init, headers: new Headers(init?.headers) }
}
const failure = async (work: Promise<unknown>): Promise<RequestError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof RequestError) return error
  throw new Error('expected a RequestError')
}

beforeEach(() => {
  vi.resetAllMocks()
  losses.clear()
  configureHttp({
    token: () => 'secret',
    onSessionEnded: ended,
    onMessage: shown,
    onReached: reached,
    whenLost: run => {
      losses.add(run)
      return () => losses.delete(run)
    },
    fetch: (address, init = {}) => answers(String(address), init),
    timeoutMs: 50,
  })
})

describe('a request', () => {
  test('GET carries its parameters in the query string and the token', async () => {
    answers.mockResolvedValue(body({ code: 0, data: { total: 3 } }))
    await expect(sendRequest(list, { q: 'a b', page: 2 })).resolves.toEqual({ total: 3 })
    expect(sent().address).toBe('/api/iotCard/card/page?q=a+b&page=2')
    expect(sent().headers.get('Authorization')).toBe('secret')
    expect(sent().headers.has('Idempotency-Key')).toBe(false)
  })

  test('POST carries JSON and, where asked for, a key of its own', async () => {
    answers.mockImplementation(async () => body({ code: 200 }))
    await sendRequest(save, { q: 'x' })
    expect(sent().init?.body).toBe('{"q":"x"}')
    expect(sent().headers.get('Content-Type')).toBe('application/json')
    expect(sent().headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
    answers.mockClear()
    await sendRequest(save, {}, { idempotencyKey: 'mine' })
    expect(sent().headers.get('Idempotency-Key')).toBe('mine')
  })

  test('files go as a form', async () => {
    answers.mockResolvedValue(body({ code: 1228 }))
    await sendRequest(upload, { file: new File(['x'], 'a.png'), note: 'n' })
    const form = sent().init?.body
    expect(form).toBeInstanceOf(FormData)
    expect(form instanceof FormData && form.get('note')).toBe('n')
  })

  test('breaks its own schema before it is sent', async () => {
    const error = await failure(sendRequest(sendCode, { phone: '123' }))
    expect(error).toMatchObject({ kind: 'refused', id: 'field.phone', field: 'phone' })
    expect(answers).not.toHaveBeenCalled()
  })

  test('goes to the base of its service', () => {
    configureHttp({ bases: { iotCard: 'https://cards.example/v1/' } })
    expect(addressOf(list)).toBe('https://cards.example/v1/card/page')
    expect(addressOf(login)).toBe('/api/auth/auth/login')
  })
})

describe('an answer', () => {
  test.each([0, 200, '200'])('%s delivers, and shows its message only when asked', async code => {
    answers.mockImplementation(async () => body({ code, msg: 'hi', data: { total: 1 } }))
    await sendRequest(list, {})
    expect(shown).not.toHaveBeenCalled()
    await sendRequest(list, {}, { showMessage: true })
    expect(shown).toHaveBeenCalledWith({ msg: 'hi' })
  })

  test('1046 delivers and shows, 1228 delivers silently', async () => {
    answers.mockResolvedValueOnce(body({ code: 1046, msg: 'note', data: { total: 1 } }))
    await expect(sendRequest(list, {})).resolves.toEqual({ total: 1 })
    expect(shown).toHaveBeenCalledTimes(1)
    answers.mockResolvedValueOnce(body({ code: 1228, msg: 'quiet', data: { total: 2 } }))
    await expect(sendRequest(list, {}, { showMessage: true })).resolves.toEqual({ total: 2 })
    expect(shown).toHaveBeenCalledTimes(1)
  })

  test('any other code delivers nothing and says why', async () => {
    answers.mockResolvedValue(
      body({ code: 1400, id: 'field.phone', field: 'phone', params: { max: 3 }, msg: 'no' }),
    )
    expect(await failure(sendRequest(list, {}))).toMatchObject({
      kind: 'refused',
      code: 1400,
      id: 'field.phone',
      field: 'phone',
      params: { max: 3 },
      msg: 'no',
    })
  })

  test.each([
    ['in the envelope', { code: 208 }, 200],
    ['as a status', { code: 0 }, 208],
  ])('208 %s ends the session of that token', async (_where, value, status) => {
    answers.mockResolvedValue(body(value, { status }))
    expect(await failure(sendRequest(list, {}))).toMatchObject({ id: 'session.ended' })
    expect(ended).toHaveBeenCalledWith('secret')
  })

  test('another status is an error with status and message', async () => {
    answers.mockResolvedValueOnce(body({ code: 1500, id: 'failed', msg: 'broken' }, { status: 500 }))
    expect(await failure(sendRequest(list, {}))).toMatchObject({
      kind: 'http',
      status: 500,
      id: 'failed',
      msg: 'broken',
    })
    answers.mockResolvedValueOnce(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }))
    const error = await failure(sendRequest(list, {}))
    expect(error).toMatchObject({ kind: 'http', status: 502, msg: 'Bad Gateway', passing: true })
    expect(reached).toHaveBeenLastCalledWith(false)
  })

  test('that is not what the contract says is not delivered', async () => {
    answers.mockResolvedValueOnce(body({ code: 0, data: { total: 'many' } }))
    expect(await failure(sendRequest(list, {}))).toMatchObject({ kind: 'badAnswer' })
    answers.mockResolvedValueOnce(new Response('hello'))
    expect(await failure(sendRequest(list, {}))).toMatchObject({ kind: 'badAnswer' })
  })

  test('that brings no data where some was asked for says so', async () => {
    for (const empty of [{ code: 0 }, { code: 0, data: null }]) {
      answers.mockResolvedValueOnce(body(empty))
      expect(await failure(sendRequest(list, {}))).toMatchObject({ kind: 'badAnswer', id: 'request.noData' })
    }
    answers.mockResolvedValueOnce(body({ code: 0 }))
    await expect(sendRequest(save, {})).resolves.toBeNull()
  })

  test('that does not come in time is a time-out; none at all is the network', async () => {
    answers.mockImplementationOnce(
      (_address, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    expect(await failure(sendRequest(list, {}))).toMatchObject({ kind: 'timeout', passing: true })
    answers.mockRejectedValueOnce(new TypeError('fetch failed'))
    expect(await failure(sendRequest(list, {}))).toMatchObject({ kind: 'network', passing: true })
    expect(reached).toHaveBeenLastCalledWith(false)
  })

  test('whose caller gave up is no lost connection', async () => {
    const giveUp = new AbortController()
    answers.mockImplementationOnce(async () => {
      giveUp.abort()
      throw new DOMException('', 'AbortError')
    })
    expect(await failure(sendRequest(list, {}, { signal: giveUp.signal }))).toMatchObject({ kind: 'aborted' })
    expect(reached).not.toHaveBeenCalled()
  })

  test('of a login carries the token in its header', async () => {
    const user = {
      id: 1,
      username: 'admin',
      name: 'Lin',
      nickname: null,
      phone: null,
      gender: 1,
      tenantId: 2,
      tenantName: 'T',
      scenario: 'community',
      departmentId: null,
      departmentName: null,
      roleNames: [],
      visitor: false,
      highest: false,
    }
    answers.mockResolvedValue(body({ code: 0, data: user }, { headers: { Authorization: 'fresh' } }))
    const { data, token } = await sendWithToken(login, { username: 'admin', password: 'x' })
    expect(token).toBe('fresh')
    expect(data.gender).toBe('male')
  })

  test('that never comes ends when the server stops being reachable, and may be asked for again', async () => {
    answers.mockImplementation(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    const waiting = failure(sendRequest(list, {}))
    for (const lost of losses) lost()
    expect(await waiting).toMatchObject({ kind: 'network', passing: true })
    expect(losses.size).toBe(0)
  })

  test('that came lets go of the connection', async () => {
    answers.mockResolvedValue(body({ code: 0, data: { total: 3 } }))
    await sendRequest(list, {})
    expect(losses.size).toBe(0)
  })

  test('of a file is its bytes, or the refusal', async () => {
    answers.mockResolvedValueOnce(new Response('a,b', { headers: { 'Content-Type': 'text/csv' } }))
    expect(await (await callForFile(list, {})).text()).toBe('a,b')
    answers.mockResolvedValueOnce(
      body({ code: 1404, id: 'row.unknown' }, { headers: { 'Content-Type': 'application/json' } }),
    )
    expect(await failure(callForFile(list, {}))).toMatchObject({ id: 'row.unknown' })
  })
})
