// The conference's part of the environment: where media come in.
import * as z from 'zod/mini'
import { type Complain, type Read, row, whole } from '../../settings/setting.ts'

const ports = z.pipe(
  z.string().check(z.regex(/^\d{1,5}-\d{1,5}$/, 'must be two ports with a dash between')),
  z.transform(text => {
    const [first = 0, last = 0] = text.split('-').map(Number)
    return { first, last }
  }),
)

/** Rows of the table of settings. */
export const conferenceTable = {
  ports: row(
    'CONFERENCE_PORTS',
    'UDP ports of conferences (`40000-40999`): open in the firewall, one a participant. Without it, any free port',
    ports,
  ),
  address: row(
    'CONFERENCE_ADDRESS',
    'Local address that conferences are carried over. Without it, every address of the machine',
    z.union([z.ipv4('must be an address such as 10.0.0.5'), z.ipv6('must be an address such as 10.0.0.5')]),
  ),
  peak: row(
    'CONFERENCE_KILOBITS',
    'Most kilobits a second of one participant’s picture that are asked for',
    whole(100, 8_000),
    '1500',
  ),
} as const

export interface ConferenceConfig {
  ports: { first: number; last: number } | undefined
  address: string | undefined
  kilobits: number
}

export function readConference(read: Read, complain: Complain): ConferenceConfig {
  const range = read(conferenceTable.ports)
  if (range && (range.first < 1024 || range.last > 65_535 || range.last < range.first))
    complain('CONFERENCE_PORTS: must be from 1024 to 65535, the lower one first')
  return {
    ports: range,
    address: read(conferenceTable.address),
    kilobits: read(conferenceTable.peak) ?? Number(conferenceTable.peak.fallback),
  }
}
