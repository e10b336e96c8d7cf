// The program that carries the media of conferences beside the server: what goes wrong in the native library, and what it
// costs, stays here.
import { createMediaProgram, textOf } from '../media-program.ts'
import { createForwarder, type Forwarder, OfferRefused } from './forwarder.ts'
import { type Order, order, type Word } from './words.ts'

const { tell, loadLibrary, listen } = createMediaProgram<Word>()

let forwarder: Forwarder | undefined

async function configure({ ports, address, kilobits }: Extract<Order, { do: 'configure' }>): Promise<void> {
  const library = await loadLibrary()
  if (!library) return
  let quiet = false
  forwarder = createForwarder({
    library,
    ports,
    address,
    kilobits,
    onBroken: id => tell({ say: 'broken', id }),
    onRecordingTrouble: (id, trouble, why) => tell({ say: 'recordingTrouble', id, trouble, why }),
    onLayers: (id, layers) => tell({ say: 'layers', id, layers }),
    onLimits: (id, limits) => tell({ say: 'limits', id, limits }),
    onVolumes: heard => {
      const nobody = heard.volumes.length === 0 && heard.speaking.length === 0
      if (!nobody || !quiet) tell({ say: 'volumes', ...heard })
      quiet = nobody
    },
  })
  tell({ say: 'ready' })
}

async function offer({ call, id, line, sdp }: Extract<Order, { do: 'offer' }>): Promise<void> {
  if (!forwarder) return tell({ say: 'failed', call, why: 'not ready' })
  try {
    tell({ say: 'answer', call, ...(await forwarder.offer(id, line, sdp)) })
  } catch (error) {
    tell({ say: error instanceof OfferRefused ? 'refused' : 'failed', call, why: textOf(error) })
  }
}

async function endRecording({ call, id }: Extract<Order, { do: 'endRecording' }>): Promise<void> {
  await forwarder?.endRecording(id)
  tell({ say: 'recorded', call })
}

function obey(wanted: Order): void {
  if (wanted.do === 'configure') void configure(wanted)
  else if (wanted.do === 'offer') void offer(wanted)
  else if (wanted.do === 'ping') tell({ say: 'pong', call: wanted.call })
  else if (wanted.do === 'candidate')
    forwarder?.candidate(wanted.id, wanted.line, wanted.candidate, wanted.mid)
  else if (wanted.do === 'allow') forwarder?.allow(wanted.id, wanted)
  else if (wanted.do === 'route') forwarder?.route(wanted.id, wanted.routes)
  else if (wanted.do === 'record') forwarder?.record(wanted)
  else if (wanted.do === 'endRecording') void endRecording(wanted)
  else if (wanted.do === 'refresh') forwarder?.refresh(wanted.source)
  else forwarder?.close(wanted.id)
}

listen(order, wanted => {
  try {
    obey(wanted)
  } catch {
    // A candidate or a line that the library does not take concerns one participant, who offers again.
  }
})
