// One door rings at many people at once: how long until the last of their consoles rings.
import { startConsole } from '../console-process.ts'
import { addPeopleLike, openDatabase } from './database.ts'
import { connectDoor } from './door.ts'
import { type Bench, median } from './figures.ts'
import { callAt, type ListeningConsole, listenAs } from './listening-console.ts'

const CONSOLES = 200
const RINGS = 8
/** So many log in at a time: the passwords are made to be slow. */
const AT_ONCE = 10

const bench: Bench = {
  name: `One door rings at ${CONSOLES} consoles (${RINGS} rings after the first)`,
  async run() {
    const server = await startConsole()
    const client = await openDatabase(server)
    const door = await connectDoor(server, client)
    const consoles: ListeningConsole[] = []
    try {
      callAt(server.url)
      const names = await addPeopleLike(client, { like: 'duty', named: 'officer', count: CONSOLES })
      for (let at = 0; at < names.length; at += AT_ONCE)
        consoles.push(...(await Promise.all(names.slice(at, at + AT_ONCE).map(listenAs))))
      const rings: number[][] = []
      for (let ring = 0; ring <= RINGS; ring++) {
        const pressed = Date.now()
        door.ring()
        rings.push(
          await Promise.all(consoles.map(each => each.until('ringing').then(() => Date.now() - pressed))),
        )
        await door.until('ringing')
        door.hangUp()
        await Promise.all(consoles.map(each => each.until('idle')))
      }
      const [first = [], ...later] = rings
      const lasts = later.map(times => Math.max(...times))
      return {
        figures: [
          {
            label: 'the last console rings, worst ring',
            value: Math.max(...lasts),
            unit: 'ms',
            target: { atMost: 2000 },
          },
          { label: 'the last console rings, median', value: median(lasts), unit: 'ms' },
          { label: 'a console in the middle', value: median(later.flat()), unit: 'ms' },
          { label: 'the last console at the first ring', value: Math.max(...first), unit: 'ms' },
          { label: 'consoles', value: consoles.length, unit: 'consoles', target: { atLeast: CONSOLES } },
        ],
      }
    } finally {
      for (const each of consoles) each.stop()
      await door.stop()
      await client.end()
      await server.stop()
    }
  },
}
export default bench
