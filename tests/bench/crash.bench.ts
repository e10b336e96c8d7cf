// A hundred times kill -9 of the server, and of its database every third time: what was acknowledged is counted against
// what is stored. Before a release, and only when it is asked for by name: it takes the better part of an hour. KILLS
// sets how often.
import { crashLoop } from '../crash-loop.ts'
import type { Bench } from './figures.ts'

const KILLS = Number(process.env.KILLS ?? 100)

const bench: Bench = {
  name: `Crash loop: ${KILLS} kills`,
  async run() {
    const told = await crashLoop(KILLS, kill => {
      if (kill % 10 === 0) process.stdout.write(`  ${kill} kills\n`)
    })
    const lost = (label: string, { acknowledged, lost }: { acknowledged: number; lost: number }) => [
      { label: `${label} acknowledged`, value: acknowledged, unit: '' },
      { label: `${label} lost`, value: lost, unit: '', target: { atMost: 0 } },
    ]
    return {
      figures: [
        { label: 'kills of the server', value: told.kills, unit: '' },
        { label: 'of them with the database', value: told.databaseKills, unit: '' },
        ...lost('readings', told.readings),
        ...lost('SOS', told.sos),
        ...lost('rows that people saved', told.saved),
        { label: 'exports asked for', value: told.exports.asked, unit: '' },
        { label: 'exports that are half', value: told.exports.half, unit: '', target: { atMost: 0 } },
        {
          label: 'exports that never ended',
          value: told.exports.neverEnded,
          unit: '',
          target: { atMost: 0 },
        },
      ],
    }
  },
}
export default bench
