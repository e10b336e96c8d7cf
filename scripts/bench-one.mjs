// Runs one benchmark file and prints its figures; `npm run bench` starts one of these for each.
import { pathToFileURL } from 'node:url'

/** @typedef {{ label: string, value: number, unit: string, target?: { atMost?: number, atLeast?: number } }} Figure */

/** @param {Figure} figure */
function holds({ value, target }) {
  return (
    value <= (target?.atMost ?? Number.POSITIVE_INFINITY) &&
    value >= (target?.atLeast ?? Number.NEGATIVE_INFINITY)
  )
}

/** @param {Figure} figure */
function row(figure) {
  const { label, value, unit, target } = figure
  const number = value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })
  const wanted =
    target?.atMost !== undefined
      ? `≤ ${target.atMost}`
      : target?.atLeast !== undefined
        ? `≥ ${target.atLeast}`
        : ''
  return `  ${label.padEnd(48)} ${`${number} ${unit}`.padStart(16)} ${wanted.padStart(10)}  ${wanted ? (holds(figure) ? 'ok' : 'MISSED') : ''}`
}

const [file] = process.argv.slice(2)
if (!file) throw new Error('The path of a benchmark is missing')
/** @type {{ default: { name: string, run(): Promise<{ figures: Figure[] }> } }} */
const { default: bench } = await import(pathToFileURL(file).href)
console.log(`\n${bench.name}`)
try {
  const { figures } = await bench.run()
  for (const figure of figures) console.log(row(figure))
  process.exit(figures.every(holds) ? 0 : 1)
} catch (error) {
  console.error('  could not be measured:', error)
  process.exit(1)
}
