// The examples of docs/device-protocol.md, run as they are written against a console in demo mode. Changed are the two
// ports, and the numbers that an installation gives: of orders, of a drawing, of a code.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleProcess, startConsole } from '../console-process.ts'
import { blocksOf, openShell, type Shell } from '../documented-shell.ts'

const IMEI = '860000000000042'
const PROTOCOL = fileURLToPath(new URL('../../docs/device-protocol.md', import.meta.url))
const blocks = blocksOf(PROTOCOL)

/** The only block in which this stands. */
function block(mark: string): string {
  const [found, ...more] = blocks.filter(each => each.includes(mark))
  if (found === undefined || more.length > 0) throw new Error(`not one block has ${mark}`)
  return found
}

let running: ConsoleProcess
let shell: Shell
let token: string
const here = (text: string) =>
  text.replaceAll('localhost:8080', new URL(running.url).host).replaceAll(/-h localhost -p 1883/g, () => {
    const { hostname, port } = new URL(running.mqttUrl)
    return `-h ${hostname} -p ${port}`
  })
const run = (mark: string) => shell.run(here(block(mark)))

interface Answered {
  code: number
  data: unknown
}
async function ask(path: string, body?: object, by = token): Promise<unknown> {
  const response = await fetch(`${running.url}/api/${path}`, {
    headers: { authorization: by, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Answered
  expect(answer, path).toMatchObject({ code: 0 })
  return answer.data
}
interface Row {
  id: number
  version: number
  categoryId: number
  state: number
  name: string
  kind: string
  imei: string
}
interface Drawing extends Row {
  title: string
  pictureType: string
  picture: string
  realWidth: number
  realHeight: number
}
async function rowOf<Of extends Row = Row>(path: string): Promise<Of> {
  const [row] = ((await ask(path)) as { list: Of[] }).list
  if (!row) throw new Error(`${path} has none`)
  return row
}
const deviceNow = () => rowOf(`device/device/page?imei=${IMEI}`)
/** A device of a kind, for an example about such a one. */
async function addDevice(imei: string, kind: string, more: object = {}): Promise<Row> {
  const categoryId = (await rowOf(`device/deviceCategory/page?kind=${kind}`)).id
  return (await ask('device/device/save', { imei, name: kind, categoryId, ...more })) as Row
}
/** Messages that were refused since the start, by reason. */
async function refused(): Promise<unknown> {
  const response = await fetch(`${running.url}/api/health`, { headers: { authorization: await rootToken() } })
  const { traffic } = (await response.json()) as { traffic: { refused: unknown } }
  return traffic.refused
}
let root: Promise<string> | undefined
const rootToken = () => {
  root ??= fetch(`${running.url}/api/auth/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'root', password: 'Demo-2026!' }),
  }).then(response => response.headers.get('authorization') ?? '')
  return root
}
const latest = async () =>
  Object.fromEntries(
    ((await ask(`device/reading/latest?imei=${IMEI}`)) as { kind: string; value: number }[]).map(
      ({ kind, value }) => [kind, value],
    ),
  )

/** What a block says that is heard, with the names of all its fields. */
const documented = (text: string) => JSON.parse(/^# (\{"code":"6001".*\})$/m.exec(text)?.[1] ?? '') as Order
interface Order {
  code: string
  id: number
  kind: string
  input: unknown
}
/** Listens as the block says; whoever introduces themselves while they listen hears the server's clock. */
async function listening(text: string): Promise<{ lines: string[] }> {
  const [line = ''] = text.split('\n')
  const heard = shell.listen(line)
  await expect
    .poll(
      async () => {
        await shell.run(`say -m '{"code":"1001"}'`)
        return heard.lines[0]
      },
      { timeout: 20_000 },
    )
    .toContain('"code":"1101"')
  return heard
}
/** Gives an order while a block's device listens, and runs what its answer is, with the number of this order. */
async function answered(text: string, heard: { lines: string[] }, give: () => Promise<unknown>) {
  const before = heard.lines.length
  await give()
  const found = () => heard.lines.slice(before).find(line => line.includes('"6001"'))
  await expect.poll(found).toBeDefined()
  const order = JSON.parse(found() ?? '') as Order
  const told = documented(text)
  expect(Object.keys(order)).toEqual(Object.keys(told))
  expect(order).toMatchObject({ code: '6001', kind: told.kind, input: told.input })
  const says = text.split('\n').filter(line => line.startsWith('say'))
  await shell.run(says.join('\n').replaceAll(`"id":${told.id}`, `"id":${order.id}`))
  await expect
    .poll(async () => ((await ask(`device/deviceCommand/get?id=${order.id}`)) as { state: unknown }).state, {
      timeout: 20_000,
    })
    .toBe('done')
}

beforeAll(async () => {
  running = await startConsole()
  shell = openShell()
}, 150_000)
afterAll(async () => {
  shell?.stop()
  await running?.stop()
})

test('a device in five minutes', { timeout: 120_000 }, async () => {
  await run('api=http')
  token = await shell.run('echo "$TOKEN"')
  expect(token).not.toBe('')
  await run('SECRET=$(call')
  await run('say() {')
  expect(await deviceNow()).toMatchObject({ state: 1 })
  expect(await latest()).toMatchObject({ heartRate: 72, battery: 80 })
  const series = (await ask(
    `device/reading/series?imei=${IMEI}&kind=heartRate&from=${Date.now() - 3_600_000}&to=${Date.now() + 60_000}`,
  )) as { values: number[] }
  expect(series.values).toEqual([72, 72])
  expect(await ask(`device/deviceinfo/getDeviceInfo`, { imei: IMEI })).toMatchObject({
    lat: 22.5431,
    lon: 114.0579,
  })
  expect(await ask(`message/alarm/page?imei=${IMEI}`)).toMatchObject({ list: [{ type: 15 }] })
  expect(await refused()).toEqual({})
})

test('the compact form with the time of now, on any day', async () => {
  await run('printf $body$crc')
  expect(await refused()).toEqual({})
})

test('orders: the answer counts', { timeout: 60_000 }, async () => {
  const text = here(block('mosquitto_sub'))
  const heard = await listening(text)
  const { id } = await deviceNow()
  const speak = () =>
    ask('device/order/send', { deviceIds: [id], order: { kind: 'speak', input: { text: 'hello' } } })
  await answered(text, heard, speak)

  // A transparent device: what comes in each form, what goes.
  const { version, name, categoryId } = await deviceNow()
  await ask('device/device/save', { id, version, imei: IMEI, name, categoryId, transparent: true })
  const channel = block('"form":"hex","data":"0103')
  await answered(channel, heard, () =>
    ask('device/device/sendPayload', { imei: IMEI, payload: { form: 'hex', data: '0106000100010A19' } }),
  )
  await run('printf a7010d')
  const came = { direction: 'in', form: 'hex', data: '01030000000AC5CD' }
  const payloads = (await ask(`device/device/channel?imei=${IMEI}`)) as { direction: string }[]
  expect(payloads.filter(({ direction }) => direction === 'in')).toMatchObject([
    came,
    { form: 'json', data: '{"t":21.5}' },
    came,
  ])
  expect(await refused()).toEqual({})
})

test('where a tag is, told by itself and by a positioning server', { timeout: 60_000 }, async () => {
  const drawing = await rowOf<Drawing>('device/drawing/page')
  const { id, version, title, pictureType, picture, realWidth, realHeight } = drawing
  const size = { pictureType, picture, realWidth, realHeight }
  await ask('device/drawing/save', { id, version, title, ...size, positioning: true })
  await ask('device/uwbServer/save', { name: 'Positioning', deviceId: (await deviceNow()).id })
  await shell.run(block('"code":"2005"').replaceAll('"map":12', `"map":${drawing.id}`))
  expect(await ask(`device/indoor/devices?drawingId=${drawing.id}`)).toMatchObject([
    { imei: IMEI, x: 14.2, y: 8.75 },
  ])
  expect(await refused()).toEqual({})
})

test('a gateway tells of its switches and switches them', { timeout: 60_000 }, async () => {
  const imei = '860000000000043'
  const gateway = await addDevice(imei, 'gateway')
  const one = await addDevice('860000000000044', 'breaker', { gatewayId: gateway.id, channel: 1 })
  await addDevice('860000000000045', 'breaker', { gatewayId: gateway.id, channel: 2 })
  const { secret } = (await ask('device/device/newSecret', { imei })) as { secret: string }
  await shell.run(`imei=${imei} SECRET='${secret}'`)
  await run('"channel":2,"closed":false}')
  const heard = await listening(here(block('mosquitto_sub')))
  const switched = () =>
    ask('device/order/switch', {
      deviceIds: [one.id],
      order: { kind: 'switch', input: { mode: 'singleOff' } },
    })
  await expect.poll(async () => (await rowOf(`device/device/page?imei=${one.imei}`)).state).toBe(1)
  await answered(block('"kind":"switch"'), heard, switched)
  expect(await rowOf(`device/device/page?imei=${one.imei}`)).toMatchObject({ closed: false })
  expect(await refused()).toEqual({})
})

test('a code makes a tablet into a door unit', async () => {
  const { imei } = await rowOf('device/device/page?kind=doorUnit')
  const { code } = (await ask('device/door/code', { imei })) as { code: string }
  const text = here(block('door/enrol'))
  const answer = JSON.parse(await shell.run(text.replace('12345678', code))) as { data: object }
  expect(answer).toMatchObject({ code: 0, data: { imei, url: '/mqtt' } })
  const named = /"data":\{(.*),…/.exec(text)?.[1]?.match(/"(\w+)":/g) ?? []
  expect(Object.keys(answer.data)).toEqual(expect.arrayContaining(named.map(name => name.slice(1, -2))))
})

test('a code fetches the secret of a device', async () => {
  const { id } = await deviceNow()
  const { list } = (await ask('device/device/claimCodes', { ids: [id], hours: 1 })) as {
    list: { code: string }[]
  }
  const text = here(block('device/claim'))
  const answer = JSON.parse(await shell.run(text.replace('7KQ2M-XW4RT', list[0]?.code ?? ''))) as {
    data: object
  }
  expect(answer).toMatchObject({ code: 0, data: { imei: IMEI, mqttTlsPort: null } })
})

test('the mac of an order to unlock: in a shell, and in the door', async () => {
  const secret = 'oSyilb6_example_secret_of_a_door'
  const told = 'VKLxAvmADvyNRptof9UCKVxS_AqTHsk3nT7cEzCHJds'
  const text = readFileSync(PROTOCOL, 'utf8')
  expect(text).toContain(`With the secret \`${secret}\` this prints \`${told}\``)
  const other = openShell({ SECRET: secret, IMEI })
  expect(await other.run(block("printf 'gatehouse door orders 1'"))).toBe(told)
  const order = JSON.stringify({
    ...{ code: '5082', imei: IMEI, userId: 7, callId: 31, nonce: 'q3rVXh1sJ0y7mZpL' },
    ...{ expiresAt: 1_795_262_520_605, mac: told },
  })
  const door = `${block('function mayOpen')}
    const order = ${order}
    const [before, after] = [order.expiresAt - 1, order.expiresAt]
    console.log(mayOpen(order, after), mayOpen({ ...order, callId: null }, before), mayOpen(order, before), mayOpen(order, before))`
  // Obeyed in time, for what it was made for, and once.
  expect(await other.run(`node -e '${door.replaceAll("'", "'\\''")}'`)).toBe('false false true false')
  other.stop()
})

test('every block was run', () => {
  const marks = [
    'api=http',
    'SECRET=$(call',
    'say() {',
    'mosquitto_sub',
    '"channel":2,"closed":false}',
    '"kind":"switch"',
  ]
  const more = [
    '"code":"2005"',
    '"form":"hex","data":"0103',
    'printf a7010d',
    "printf 'gatehouse",
    'function mayOpen',
  ]
  const all = [...marks, ...more, 'door/enrol', 'device/claim', 'printf $body$crc'].map(block)
  expect(new Set(all)).toEqual(new Set(blocks))
})
