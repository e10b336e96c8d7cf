// The program that fetches cameras and carries their pictures to viewers, beside the server: what goes wrong in the native
// library, or with a camera that lies, stays here.
import { createMediaProgram, textOf } from '../../conference/public.ts'
import { OfferRefused } from './connection.ts'
import { consumers } from './consumers.ts'
import { createEngine, type Engine } from './engine.ts'
import { FeedError, faultOf } from './feeds.ts'
import { type Order, order, type Word } from './words.ts'

const { tell, loadLibrary, listen } = createMediaProgram<Word>()

let engine: Engine | undefined

async function configure({ ports, address, alsoHere }: Extract<Order, { do: 'configure' }>): Promise<void> {
  const library = await loadLibrary()
  if (!library) return
  engine = createEngine({ library, ports, address, alsoHere, consumers, tell })
  tell({ say: 'ready' })
}

async function answer(call: number, work: (running: Engine) => Promise<Word> | Word): Promise<void> {
  if (!engine) return tell({ say: 'failed', call, why: 'not ready' })
  try {
    tell(await work(engine))
  } catch (error) {
    if (error instanceof OfferRefused) tell({ say: 'refused', call, why: error.message })
    else if (error instanceof FeedError) tell({ say: 'fault', call, fault: faultOf(error) })
    else tell({ say: 'failed', call, why: textOf(error) })
  }
}

function obey(wanted: Order): void {
  if (wanted.do === 'configure') void configure(wanted)
  else if (wanted.do === 'ping') tell({ say: 'pong', call: wanted.call })
  else if (wanted.do === 'watch') {
    const { call, id, camera, stream, sdp } = wanted
    void answer(call, async running => ({
      say: 'answer',
      call,
      ...(await running.watch(id, camera, stream, sdp)),
    }))
  } else if (wanted.do === 'publish') {
    const { call, id, cameraId, sdp } = wanted
    void answer(call, async running => ({
      say: 'published',
      call,
      sdp: await running.publish(id, cameraId, sdp),
    }))
  } else if (wanted.do === 'talk') {
    const { call, id, on } = wanted
    void answer(call, running => ({ say: 'talking', call, ok: running.talk(id, on) }))
  } else if (wanted.do === 'consume') {
    const { call, id, camera, stream } = wanted
    void answer(call, running => {
      running.consume(id, camera, stream, wanted)
      return { say: 'consuming', call }
    })
  } else if (wanted.do === 'unconsume') {
    const { call, id } = wanted
    void answer(call, async running => {
      await running.unconsume(id)
      return { say: 'unconsumed', call }
    })
  } else if (wanted.do === 'leave') engine?.leave(wanted.id)
  else if (wanted.do === 'unpublish') engine?.unpublish(wanted.id)
  else engine?.drop(wanted.cameraId, wanted.fault, wanted.unless)
}

listen(order, obey)
