// Janus beside the own media program, where Debian's package is installed: started with a room of its own, and asked for what
// a participant needs.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'

const PROGRAM = '/usr/bin/janus'
const ROOM = 1111
const START_MS = 20_000
const ANSWER_MS = 20_000

/** Janus leaves the loopback out: participants reach it by another address of this machine. */
export const ownAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap(all => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

export const hasJanus = (): boolean => existsSync(PROGRAM) && ownAddress() !== undefined

export interface Janus {
  url: string
  pid: number
  stop(): Promise<void>
}

const freePort = () =>
  new Promise<number>(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const bound = probe.address()
      probe.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0))
    })
  })

export async function startJanus(capacity: number): Promise<Janus> {
  const folder = await mkdtemp(join(tmpdir(), 'janus-'))
  const port = await freePort()
  const files: Record<string, string> = {
    'janus.jcfg': `general: { debug_level = 2, daemonize = false }
      nat: { ice_ignore_list = "vmnet" }
      media: { ipv6 = false }`,
    'janus.transport.http.jcfg': `general: { json = "compact", base_path = "/janus", http = true, port = ${port}, ip = "127.0.0.1" }
      admin: { admin_http = false }`,
    'janus.plugin.videoroom.jcfg': `room-${ROOM}: {
      description = "benchmark", publishers = ${capacity}, bitrate = 1500000, fir_freq = 10
      audiocodec = "opus", videocodec = "vp8", notify_joining = true }`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const child: ChildProcess = spawn(PROGRAM, ['-F', folder], { stdio: 'ignore' })
  const stop = async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}/janus`
  for (const until = Date.now() + START_MS; Date.now() < until; await wait(100)) {
    const there = await fetch(`${url}/info`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (there && child.pid !== undefined) return { url, pid: child.pid, stop }
  }
  await stop()
  throw new Error('Janus did not start')
}

const description = z.object({ type: z.string(), sdp: z.string() })
const said = z.looseObject({
  janus: z.string(),
  transaction: z.optional(z.string()),
  sender: z.optional(z.number()),
  data: z.optional(z.looseObject({ id: z.optional(z.number()) })),
  plugindata: z.optional(z.object({ data: z.looseObject({ error: z.optional(z.string()) }) })),
  jsep: z.optional(description),
})
type Said = z.output<typeof said>

/** One conversation with Janus: what belongs to a question is found by its transaction. */
export async function talkToJanus(url: string) {
  let count = 0
  let open = true
  const waiting = new Map<string, (answer: Said) => void>()
  const post = async (path: string, body: object): Promise<Said> => {
    const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })
    return z.parse(said, await response.json())
  }
  const idOf = ({ janus, data }: Said): number => {
    if (janus !== 'success' || data?.id === undefined) throw new Error(`Janus: ${janus}`)
    return data.id
  }
  const session = idOf(await post('', { janus: 'create', transaction: 'c' }))
  const listen = async () => {
    while (open) {
      const response = await fetch(`${url}/${session}?maxev=20`)
      for (const one of z.parse(z.array(said), await response.json())) {
        if (one.janus !== 'event' || one.transaction === undefined) continue
        waiting.get(one.transaction)?.(one)
        waiting.delete(one.transaction)
      }
    }
  }
  listen().catch(error => {
    if (open) console.error(error)
  })
  return {
    attach: async () =>
      idOf(
        await post(`/${session}`, {
          janus: 'attach',
          plugin: 'janus.plugin.videoroom',
          transaction: `a${++count}`,
        }),
      ),
    /** Resolves with what the room says of it, later than that it has heard it. */
    async ask(handle: number, body: object, jsep?: { type: string; sdp: string }): Promise<Said> {
      const transaction = `m${++count}`
      const answer = new Promise<Said>((resolve, reject) => {
        waiting.set(transaction, resolve)
        setTimeout(() => reject(new Error('Janus gave no answer')), ANSWER_MS).unref()
      })
      await post(`/${session}/${handle}`, { janus: 'message', transaction, body, ...(jsep && { jsep }) })
      const one = await answer
      const error = one.plugindata?.data.error
      if (error) throw new Error(`Janus: ${error}`)
      return one
    },
    room: ROOM,
    close() {
      open = false
    },
  }
}
