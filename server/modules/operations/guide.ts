// What to do about a figure that is not good: the section of the documentation, so that it is written once.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import type { operationsGuide } from '../../../src/contract/endpoints/operations.ts'
import type { FigureName } from '../../../src/domain/operations/judgement.ts'
import { Refused } from '../../http/refusal.ts'

type Guide = z.output<typeof operationsGuide.response>

const FILE = join(import.meta.dirname, '../../../docs/operations.md')

/** Headings in docs/operations.md. */
export const headingOf: Readonly<Record<FigureName, string>> = {
  silence: 'A process is not heard',
  lag: 'A process is slow',
  clock: 'A clock is off',
  laneDepth: 'Messages of devices wait',
  laneAge: 'Messages of devices wait',
  notStored: 'Messages of devices wait',
  poolWaiting: 'Database connections are short',
  connections: 'Database connections are short',
  pushAge: 'Push messages wait',
  queueAge: 'Background jobs wait or fail',
  deadJobs: 'Background jobs wait or fail',
  transactionAge: 'A transaction stays open',
  deadRows: 'Dead rows pile up',
  replicaLag: 'A replica lags behind',
  partitionsAhead: 'Partitions are not made ahead',
  backupAge: 'No backup of late',
  certificateDays: 'A certificate runs out',
  channelFailing: 'A channel fails',
  diskDays: 'The disk fills up',
  diskFree: 'The disk fills up',
}

export async function readGuide(figure: FigureName, file = FILE): Promise<Guide> {
  const heading = headingOf[figure]
  const text = await readFile(file, 'utf8').catch(() => '')
  const section = sectionOf(text, heading)
  if (section === undefined) throw new Refused('row.unknown')
  return { heading, blocks: blocksOf(section) }
}

function sectionOf(text: string, heading: string): string | undefined {
  const lines = text.split('\n')
  const from = lines.indexOf(`### ${heading}`)
  if (from < 0) return undefined
  const length = lines.slice(from + 1).findIndex(line => /^#{1,3} /.test(line))
  return lines.slice(from + 1, length < 0 ? undefined : from + 1 + length).join('\n')
}

/** Paragraphs, points and lines to type: all that these sections have. */
function blocksOf(section: string): Guide['blocks'] {
  return section.split(/^```\w*$/m).flatMap((part, at): Guide['blocks'] => {
    if (at % 2 === 1) return [{ is: 'code', text: part.trim() }]
    return part
      .split(/\n{2,}|\n(?=- )/)
      .map(block => block.trim())
      .filter(block => block !== '')
      .map(block =>
        block.startsWith('- ')
          ? { is: 'item', text: plain(block.slice(2)) }
          : { is: 'text', text: plain(block) },
      )
  })
}

/** Links are said by their words. */
const plain = (text: string) => text.replace(/\s*\n\s*/g, ' ').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
