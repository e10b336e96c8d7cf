// Files of lines: what other programs read of them, and that they are written no faster than they are taken.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { afterAll, describe, expect, test } from 'vitest'
import { writeLinesTo } from '../../../../server/modules/tasks/lines-file.ts'
import { writeXlsx } from '../../../../server/modules/tasks/xlsx.ts'
import { packPlainly, unpackWorkbook } from '../../../../server/modules/tasks/zip-reader.ts'
import type { Cell } from '../../../../src/domain/file/csv-dialect.ts'
import { csvTemplate, xlsxTemplate } from '../../../../src/resource/sheet-template.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-lines-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function* from(lines: readonly (readonly Cell[])[]) {
  yield* lines
}
async function* failing(): AsyncGenerator<readonly Cell[]> {
  yield ['first']
  throw new Error('The database is gone')
}

const lines: Cell[][] = [
  ['=Name', 'Number', '\nfeed'],
  ['智能 & <安全> "x"', -12.5, null],
  ['a\u0001b\uD800', 0, ''],
]

describe('a text table', () => {
  test('has its mark, CRLF, quotes where needed, numbers as they are and no formula', async () => {
    const path = join(folder, 'a.csv')
    await writeLinesTo(path, 'csv', from(lines))
    expect(readFileSync(path, 'utf8').split('\r\n').slice(0, 2)).toEqual([
      `\uFEFF'=Name,Number,"'\nfeed"`,
      `"智能 & <安全> ""x""",-12.5,`,
    ])
  })

  test.each(['csv', 'xlsx'] as const)('%s: a failure of the rows is told', async format => {
    await expect(writeLinesTo(join(folder, `failed.${format}`), format, failing())).rejects.toThrow(
      'The database is gone',
    )
  })
})

describe('a workbook', () => {
  test('is read by another program, and by the way an import takes it', async () => {
    const path = join(folder, 'a.xlsx')
    await writeLinesTo(path, 'xlsx', from(lines))
    const read = [
      ['=Name', 'Number', '\nfeed'],
      ['智能 & <安全> "x"', -12.5, null],
      ['ab\uFFFD', 0, null],
    ]
    expect(await readSheet(path, 1, { trim: false })).toEqual(read)
    const parts = unpackWorkbook(readFileSync(path))
    expect(await readSheet(packPlainly(parts), 1, { trim: false })).toEqual(read)
    const files = unzipSync(readFileSync(path))
    expect(Object.keys(files)).toHaveLength(6)
    expect(strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).not.toContain('<f>')
  })

  test('is written no faster than it is taken', async () => {
    let drawn = 0
    const rows = async function* (): AsyncGenerator<readonly Cell[]> {
      // Noise, which no packing makes small.
      for (; drawn < 40_000; drawn++) yield [Math.random(), Math.random(), Math.random(), Math.random()]
    }
    const gate = Promise.withResolvers<void>()
    let taken = 0
    const slow = new Writable({
      highWaterMark: 1_024,
      write: (bytes: Buffer, _encoding, done) => {
        taken += bytes.length
        void (taken > 20_000 ? gate.promise : Promise.resolve()).then(() => done())
      },
    })
    const writing = writeXlsx(slow, rows())
    // Once nothing more is drawn, what is held stands between the rows and the one who does not take it.
    for (let before = -1; before !== drawn; ) {
      before = drawn
      await wait(200)
    }
    expect(drawn).toBeGreaterThan(0)
    expect(drawn).toBeLessThan(20_000)
    gate.resolve()
    await writing
    expect(drawn).toBe(40_000)
    expect(taken).toBeGreaterThan(1_000_000)
  })

  test('one whose taker fails lets go of the rows', async () => {
    let closed = false
    const rows = async function* (): AsyncGenerator<readonly Cell[]> {
      try {
        for (;;) yield [Math.random()]
      } finally {
        closed = true
      }
    }
    let taken = 0
    const full = new Writable({
      write: (bytes: Buffer, _encoding, done) => {
        taken += bytes.length
        done(taken > 20_000 ? new Error('No space left') : null)
      },
    })
    await expect(writeXlsx(full, rows())).rejects.toThrow('No space left')
    await expect.poll(() => closed).toBe(true)
  })

  test('the empty one to fill in has its headings, its example, and columns that stay text', async () => {
    const fields = [
      { of: 'imei', label: 'IMEI', required: true, example: '866123456789012', textual: true },
      { of: 'name', label: '名称 & "x"', required: false, example: '', textual: false },
    ]
    expect((await csvTemplate(fields).text()).split('\r\n')).toEqual([
      'IMEI,"名称 & ""x"""',
      '866123456789012,',
      '',
    ])
    const archive = Buffer.from(await xlsxTemplate(fields).arrayBuffer())
    const sheet = strFromU8(unzipSync(archive)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(await readSheet(archive, 1)).toEqual([
      ['IMEI', '名称 & "x"'],
      ['866123456789012', null],
    ])
    expect(sheet).toContain('<col min="1" max="1" width="20" customWidth="1" style="1"/>')
    expect(sheet).toContain('<c r="A2" s="1" t="inlineStr">')
    expect(sheet).toContain('<c r="B1" s="2" t="inlineStr">')
  })
})
