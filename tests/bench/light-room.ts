// Synthetic participants of a room in a process of their own, for the benchmarks. Started by `light-guests.ts`.
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { joinConference, type Participant } from '../../server/simulator/conference/participant.ts'
import { talkToJanus } from './janus.ts'
import { type LightEnd, openLightLine, openLightReceiver } from './light-line.ts'

const ticket = z.object({
  service: z.string(),
  appKey: z.string(),
  accountName: z.string(),
  password: z.string(),
  displayName: z.string(),
  roomId: z.string(),
})
export const lightOrder = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('join'),
    tickets: z.array(ticket),
    room: z.object({ audio: z.int(), video: z.int() }),
  }),
  /** Everybody wants everybody's picture this wide. */
  z.object({ do: z.literal('watch'), width: z.int() }),
  z.object({ do: z.literal('speak'), index: z.int(), loud: z.boolean() }),
  /** So many publish in a room of Janus, and each takes what all others send. */
  z.object({ do: z.literal('janus'), url: z.string(), address: z.string(), count: z.int() }),
  /** Whoever is in leaves. */
  z.object({ do: z.literal('leave') }),
  z.object({ do: z.literal('sums') }),
])
export type LightOrder = z.output<typeof lightOrder>

export const lightAnswer = z.object({
  packets: z.int(),
  lost: z.int(),
  /** Frames of pictures and sound that came, of all participants of all. */
  frames: z.int(),
  members: z.array(z.int()),
})
export type LightAnswer = z.output<typeof lightAnswer>

const overJanus: { sums(): { packets: number; lost: number }; close(): void }[] = []
const inside: { participant: Participant; lines: LightEnd[] }[] = []

async function obey(order: LightOrder): Promise<void> {
  if (order.do === 'join')
    for (const one of order.tickets) {
      const lines: LightEnd[] = []
      const participant = await joinConference({
        ticket: one,
        audio: true,
        video: true,
        room: order.room,
        onError: error => console.error(error),
        openLine: async room => {
          const line = await openLightLine(room)
          lines.push(line)
          return line
        },
      })
      inside.push({ participant, lines })
    }
  if (order.do === 'watch')
    await Promise.all(
      inside.map(async ({ participant }) => {
        for (const uri of participant.members().keys())
          await participant.command({ cmd: 'setmediainfo', uri, type: 'video', ps: order.width, fps: 24 })
      }),
    )
  if (order.do === 'janus') await joinJanus(order)
  if (order.do === 'leave') {
    await Promise.all(inside.splice(0).map(({ participant }) => participant.leave()))
    for (const one of overJanus.splice(0)) one.close()
  }
  if (order.do === 'speak') inside[order.index]?.lines.at(-1)?.speak(order.loud)
}

async function joinJanus({ url, address, count }: Extract<LightOrder, { do: 'janus' }>): Promise<void> {
  const feeds: number[] = []
  for (let index = 1; index <= count; index++) {
    const janus = await talkToJanus(url)
    const handle = await janus.attach()
    const line = await openLightLine({ audio: 0, video: 0 }, address)
    const { jsep } = await janus.ask(
      handle,
      {
        request: 'joinandconfigure',
        ptype: 'publisher',
        room: janus.room,
        id: index,
        audio: true,
        video: true,
      },
      { type: 'offer', sdp: await line.offer() },
    )
    await line.answer(jsep?.sdp ?? '')
    feeds.push(index)
    overJanus.push({
      sums: line.sums,
      close() {
        line.close()
        janus.close()
      },
    })
  }
  for (const own of feeds) {
    const janus = await talkToJanus(url)
    const handle = await janus.attach()
    const streams = feeds.filter(feed => feed !== own).map(feed => ({ feed }))
    const { jsep } = await onceAllSend(() =>
      janus.ask(handle, { request: 'join', ptype: 'subscriber', room: janus.room, streams }),
    )
    const line = await openLightReceiver(jsep?.sdp ?? '', address)
    await janus.ask(handle, { request: 'start' }, { type: 'answer', sdp: line.answer })
    overJanus.push({
      sums: line.sums,
      close() {
        line.close()
        janus.close()
      },
    })
  }
}

/** Janus knows no feed before its encryption stands, which it tells nobody who asks. */
async function onceAllSend<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const until = Date.now() + 20_000; ; await wait(200))
    try {
      return await ask()
    } catch (error) {
      if (Date.now() > until) throw error
    }
}

function sums(): LightAnswer {
  let [packets, lost, frames] = [0, 0, 0]
  for (const { participant, lines } of inside) {
    const sum = lines.at(-1)?.sums()
    packets += sum?.packets ?? 0
    lost += sum?.lost ?? 0
    for (const uri of participant.members().keys())
      frames += participant.arrived(uri, 'video').frames + participant.arrived(uri, 'audio').frames
  }
  for (const one of overJanus) {
    const sum = one.sums()
    packets += sum.packets
    lost += sum.lost
  }
  return { packets, lost, frames, members: inside.map(({ participant }) => participant.members().size) }
}

if (process.send) {
  process.on('message', raw => {
    obey(z.parse(lightOrder, raw)).then(
      () => process.send?.(sums()),
      error => {
        console.error(error)
        process.exit(1)
      },
    )
  })
  process.on('disconnect', () => process.exit(0))
}
