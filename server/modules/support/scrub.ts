// Takes out of logs whatever could be somebody's: what a line says is kept only as far as the program itself wrote it.

/** A token, an address of a file, an id of a device, a phone number: long runs of letters and digits, and long numbers. */
const LONG = /\b(?=\S*\d)[\w-]{16,}\b|\b\d[\d\s-]{5,}\d\b/g
const COORDINATES = /-?\d{1,3}\.\d{3,}/g
const ADDRESSES = /\b(?:\d{1,3}\.){3}\d{1,3}\b|\b[\w.+-]+@[\w-]+\.[\w.]+\b/g
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|«[^»]*»/g
const IN_BRACKETS = /\([^()]*\)=\([^()]*\)/g
/** Names of people are mostly not written in ASCII here, and the program's own words are. */
const FOREIGN = /[^\x20-\x7e]+/g

const HIDDEN = '…'

/** A text of the program's, without what was put into it. */
export const scrubText = (text: string): string =>
  text
    .replace(IN_BRACKETS, HIDDEN)
    .replace(QUOTED, HIDDEN)
    .replace(ADDRESSES, HIDDEN)
    .replace(COORDINATES, HIDDEN)
    .replace(LONG, HIDDEN)
    .replace(FOREIGN, HIDDEN)

/** An address without what stands in it for a row, a person or a key. */
const scrubPath = (path: string) =>
  path
    .split('?')[0]
    ?.split('/')
    .map(part => (/^[a-zA-Z]{1,24}$/.test(part) || part === '' ? part : HIDDEN))
    .join('/')

const FRAME =
  /^\s+at (?:async )?([\w.<>$ ]{1,80})? ?\(?(?:file:\/\/)?(?:[^()]*\/)?((?:server|src|node_modules)\/[\w./@-]+:\d+:\d+|node:[\w/]+:\d+:\d+)\)?$/

/** Where an error was thrown, without what it says. */
function framesOf(stack: unknown): string[] {
  if (typeof stack !== 'string') return []
  return stack.split('\n').flatMap(line => {
    const [, name = '', place] = FRAME.exec(line) ?? []
    return place === undefined ? [] : [`${name.trim()} ${place}`.trim()]
  })
}

const entriesOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
const wordOf = (value: unknown) =>
  typeof value === 'string' && /^[\w.: -]{1,40}$/.test(value) ? scrubText(value) : undefined
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** A line of the server's log; what is not known to be harmless is left out. Undefined: nothing is left. */
export function scrubLogLine(line: string): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  const { time, level, msg, path, status, ms, err, reason } = entriesOf(value)
  if (typeof msg !== 'string') return undefined
  const error = entriesOf(err)
  return JSON.stringify({
    time: typeof time === 'string' && /^[\dTZ:.-]+$/.test(time) ? time : numberOf(time),
    level: wordOf(level) ?? numberOf(level),
    msg: scrubText(msg),
    path: typeof path === 'string' ? scrubPath(path) : undefined,
    status: numberOf(status),
    ms: numberOf(ms),
    reason: wordOf(reason),
    ...(err !== undefined && {
      err: { type: wordOf(error.type), code: wordOf(error.code), at: framesOf(error.stack) },
    }),
  })
}

const POSTGRES = /^(\d{4}-\d\d-\d\d [\d:.]+ \w+) \[\d+\] (LOG|WARNING|ERROR|FATAL|PANIC):\s+(.*)$/

/** A line of PostgreSQL's log; details and statements, which quote rows, are left out. */
export function scrubDatabaseLine(line: string): string | undefined {
  const [, time, level, text] = POSTGRES.exec(line) ?? []
  return text === undefined ? undefined : `${time} ${level}: ${scrubText(text)}`
}

/** The last lines of a log that are left. */
export const lastLines = (text: string, scrub: (line: string) => string | undefined, most = 2_000): string =>
  text
    .split('\n')
    .flatMap(line => scrub(line) ?? [])
    .slice(-most)
    .join('\n')
