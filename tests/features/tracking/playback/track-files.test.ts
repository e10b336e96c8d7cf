// Tracks as files: well-formed whatever devices are called, nothing a spreadsheet would run, in pieces.
import { describe, expect, test } from 'vitest'
import { xmlText } from '../../../../src/domain/file/xml.ts'
import { blankTrack, trackOf } from '../../../../src/domain/track/columns.ts'
import { gpxOf, kmlOf } from '../../../../src/domain/track/export.ts'
import { type CsvColumn, csvColumns, trackCsv } from '../../../../src/features/tracking/playback/track-csv.ts'
import { imeisIn, readTrackSearch } from '../../../../src/features/tracking/playback/track-search.ts'
import { csvLines } from '../../../../src/resource/csv.ts'

const AT = Date.UTC(2026, 10, 20, 8, 0, 0)
const track = trackOf([
  { at: AT, longitude: 114.1234567, latitude: 22.5, accuracy: 8.04, source: 'gps' },
  { at: AT + 10_000, longitude: 114.1235, latitude: -0.00000004 },
  { at: AT + 3_600_000, longitude: 114.2, latitude: 22.6, source: 'lbs' },
])
const evil = { imei: '862000000000001', name: '=1+1"<b>&\u0000\uD800', track, colour: '#112233' }
const whole = (pieces: Iterable<string>) => [...pieces].join('')

test('GPX: one segment for each stretch without a gap, and a name cannot break out', () => {
  const text = whole(gpxOf([evil], 'Gate"house'))
  expect(text.match(/<trkseg>/g)).toHaveLength(2)
  expect(text.match(/<trkpt /g)).toHaveLength(3)
  expect(text).toContain(
    '<trkpt lat="22.5" lon="114.1234567"><time>2026-11-20T08:00:00.000Z</time><src>gps</src>',
  )
  expect(text).toContain('<a:accuracy>8</a:accuracy>')
  expect(text).toContain('<name>=1+1&quot;&lt;b&gt;&amp;\uFFFD</name>')
  expect(text).toContain('creator="Gate&quot;house"')
  expect(text).not.toMatch(/lat="-0"|lon="NaN|e-/)
  for (const name of ['trk', 'trkseg', 'trkpt', 'gpx'])
    expect(text.match(new RegExp(`<${name}[ >]`, 'g'))).toHaveLength(
      text.match(new RegExp(`</${name}>`, 'g'))?.length ?? 0,
    )
})

test('KML: times and places of each stretch, colours the way it wants them', () => {
  const text = whole(kmlOf([evil], 'Tracks'))
  expect(text.match(/<gx:Track>/g)).toHaveLength(2)
  expect(text.match(/<when>/g)).toHaveLength(3)
  expect(text.match(/<gx:coord>/g)).toHaveLength(3)
  expect(text).toContain('<color>ff332211</color>')
  expect(text).toContain('<gx:coord>114.1234567 22.5 0</gx:coord>')
})

describe('CSV', () => {
  const heads = Object.fromEntries(csvColumns.map(column => [column, `@${column}`])) as Record<
    CsvColumn,
    string
  >
  test('heads, figures to the next point, and no formulas', () => {
    const lines = whole(
      trackCsv([{ ...evil, name: '=cmd|"x"' }], heads, at => new Date(at).toISOString()),
    ).split('\r\n')
    expect(lines[0]).toBe(`\uFEFF${csvColumns.map(column => `'@${column}`).join(',')}`)
    expect(lines).toHaveLength(5)
    expect(
      lines[1]?.startsWith(
        `"'=cmd|""x""",862000000000001,2026-11-20T08:00:00.000Z,22.5,114.1234567,8,gps,10,`,
      ),
    ).toBe(true)
    expect(lines[3]?.endsWith(',lbs,,,')).toBe(true)
  })
  test.each([
    ['=1', "'=1"],
    ['+1', "'+1"],
    ['-x', "'-x"],
    ['@a', "'@a"],
    ['\ta', "'\ta"],
    ['\na', `"'\na"`],
    ['\ra', `"'\ra"`],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠1', "'＠1"],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['plain', 'plain'],
  ])('%j', (text, cell) => {
    expect(csvLines([[text]])).toBe(`${cell}\r\n`)
  })
})

test('a day of one point a second comes in pieces', () => {
  const day = blankTrack(86_400)
  for (let at = 0; at < 86_400; at++) day.times[at] = AT + at * 1000
  const sizes = [...gpxOf([{ imei: '1', name: 'n', track: day }], 'x')].map(piece => piece.length)
  expect(sizes.length).toBeGreaterThan(40)
  expect(Math.max(...sizes)).toBeLessThan(400_000)
})

test('XML has no room for control characters', () => {
  expect(xmlText('a\u0001\u000bb\n')).toBe('ab\n')
})

describe('the address', () => {
  const DAY = 86_400_000
  test.each<[Record<string, unknown>, object]>([
    [{}, {}],
    [{ imei: 862000000000001 }, { imei: '862000000000001' }],
    [
      { imei: '862000000000001,x,862000000000001,862000000000002' },
      { imei: '862000000000001,862000000000002' },
    ],
    [
      { from: AT, to: AT + 5 },
      { from: AT, to: AT + 5 },
    ],
    [
      { from: AT + 5, to: AT },
      { from: AT, to: AT + 5 },
    ],
    [
      { from: AT / 1000, to: AT / 1000 + 60 },
      { from: AT, to: AT + 60_000 },
    ],
    [
      { from: String(AT), to: String(AT + 5) },
      { from: AT, to: AT + 5 },
    ],
    [
      { from: AT - 90 * DAY, to: AT },
      { from: AT - 31 * DAY, to: AT },
    ],
    [{ at: AT }, { at: AT, from: AT - DAY / 2, to: AT + DAY / 2 }],
    [{ at: 'x', from: -1, speed: 3 }, {}],
    [{ speed: 8 }, { speed: 8 }],
    [{ speed: '4' }, { speed: 4 }],
  ])('%j', (raw, read) => {
    expect(readTrackSearch(raw)).toEqual(read)
  })
  test('no more devices than colours', () => {
    const many = Array.from({ length: 9 }, (_, at) => `86200000000000${at}`).join()
    expect(imeisIn(many)).toHaveLength(6)
  })
})
