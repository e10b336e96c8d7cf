// The program that carries the media of conferences, behind the port.
import { join } from 'node:path'
import type { Log } from '../../log.ts'
import { type KeptProgram, keepProgram } from './kept-program.ts'
import { type MediaEngine, type MediaEvents, MediaRefused } from './media-port.ts'
import type { ConferenceConfig } from './settings.ts'
import { type Order, type Word, word } from './sfu/words.ts'

/** A slow disk may take so long to take in what is left of a recording. */
const END_MS = 20_000

export interface MediaProcess extends MediaEngine, Pick<KeptProgram<Order, Word>, 'pid'> {}

export function createMediaProcess(
  { ports, address, kilobits }: ConferenceConfig,
  log: Log,
  events: MediaEvents,
): MediaProcess {
  const program = keepProgram<Order, Word>({
    program: join(import.meta.dirname, 'sfu/program.ts'),
    word,
    configure: { do: 'configure', ports: ports ?? null, address: address ?? null, kilobits },
    log,
    names: {
      missing: 'Conferences are off: the optional package node-datachannel is not here',
      fell: 'The program that carries the media of conferences fell over and is started again',
    },
    onWord: said => {
      if (said.say === 'broken') events.onBroken(said.id)
      else if (said.say === 'recordingTrouble') {
        log.warn({ why: said.why, recording: said.id }, 'A recording of a conference cannot go on')
        events.onRecordingTrouble(said.id, said.trouble)
      } else if (said.say === 'layers') events.onLayers(said.id, said.layers)
      else if (said.say === 'limits') events.onLimits(said.id, said.limits)
      else if (said.say === 'volumes') events.onVolumes(said.volumes, said.speaking)
    },
    onRestarted: () => events.onRestarted(),
  })
  const { tell } = program
  return {
    state: program.state,
    warm: program.warm,
    pid: program.pid,
    async offer(id, _room, sdp, line) {
      const said = await program.ask(call => ({ do: 'offer', call, id, line, sdp }))
      if (said.say === 'refused') throw new MediaRefused(said.why)
      if (said.say !== 'answer') throw new Error('another answer than was asked for')
      return { sdp: said.sdp, slots: said.slots }
    },
    candidate: (id, line, candidate, mid) => tell({ do: 'candidate', id, line, candidate, mid }),
    allow: (id, media) => tell({ do: 'allow', id, ...media }),
    route: (id, routes) => tell({ do: 'route', id, routes: [...routes] }),
    refresh: source => tell({ do: 'refresh', source }),
    close: id => tell({ do: 'close', id }),
    record: recording => tell({ do: 'record', ...recording, sources: [...recording.sources] }),
    async endRecording(id) {
      // Where nobody writes any more, there is nothing to wait for.
      if (program.state() === 'up')
        await program.ask(call => ({ do: 'endRecording', call, id }), END_MS).catch(() => {})
    },
    stop: program.stop,
  }
}
