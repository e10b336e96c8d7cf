// What backups are made of, without a database: names of files, which backup leads where and which may go, copies of files.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { apart } from '../../../../server/modules/backup/backup.ts'
import { damagedFiles, mirrorFiles, mirrorFolder } from '../../../../server/modules/backup/mirror.ts'
import {
  readPosition,
  readSegmentName,
  readSize,
  segmentName,
  writePosition,
} from '../../../../server/modules/backup/positions.ts'
import {
  type BackupManifest,
  backupFor,
  backupId,
  baseFolder,
  listBackups,
  outlived,
  thin,
  writeManifest,
} from '../../../../server/modules/backup/shelf.ts'
import { readTar } from '../../../../server/modules/backup/tar.ts'

const DAY = 86_400_000
const SEGMENT = 16n * 1_048_576n
const place = mkdtempSync(join(tmpdir(), 'gatehouse-shelf-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

test('positions and names of files are those of PostgreSQL', () => {
  expect(writePosition(readPosition('16/B374D848'))).toBe('16/B374D848')
  expect(segmentName(1, readPosition('0/FF000000') / SEGMENT, SEGMENT)).toBe('0000000100000000000000FF')
  expect(segmentName(3, readPosition('1/0') / SEGMENT, SEGMENT)).toBe('000000030000000100000000')
  expect(readSegmentName('000000030000000100000000', SEGMENT)).toEqual({ timeline: 3, segment: 256n })
  expect(readSegmentName('00000003.history', SEGMENT)).toBeUndefined()
  expect(readSize('16MB')).toBe(SEGMENT)
  expect(() => readSize('16')).toThrow(/no size/)
})

const manifestAt = (consistentAt: number): BackupManifest => ({
  ...{ format: 1, id: backupId(consistentAt), begunAt: consistentAt - 1000, consistentAt, system: '7' },
  ...{
    version: '18.4',
    segmentBytes: SEGMENT.toString(),
    timeline: 1,
    schema: '0001_schema.sql',
    embedded: true,
  },
  start: writePosition(BigInt(Math.round(consistentAt / DAY)) * SEGMENT),
  ...{ unpackedBytes: 1, parts: [], files: { files: 0, bytes: 0 } },
})

test('a moment is led to by the newest backup before it, and none goes that leads to a moment within the days', () => {
  const backups = [1, 3, 5, 9].map(day => manifestAt(day * DAY))
  expect(backupFor(backups, 5 * DAY - 1)?.consistentAt).toBe(3 * DAY)
  expect(backupFor(backups, DAY - 1)).toBeUndefined()
  expect(outlived(backups, 4, 10 * DAY).map(({ consistentAt }) => consistentAt / DAY)).toEqual([1, 3])
  expect(outlived(backups, 7, 10 * DAY).map(({ consistentAt }) => consistentAt / DAY)).toEqual([1])
  expect(outlived(backups, 100, 10 * DAY)).toEqual([])
  // However old, the newest stays.
  expect(outlived(backups, 1, 1_000 * DAY).map(({ consistentAt }) => consistentAt / DAY)).toEqual([1, 3, 5])
})

test('thinning takes old backups, unfinished ones, and changes that nothing needs any more', async () => {
  const dir = join(place, 'thin')
  for (const day of [1, 5, 9]) {
    mkdirSync(baseFolder(dir, manifestAt(day * DAY).id), { recursive: true })
    await writeManifest(dir, manifestAt(day * DAY))
  }
  mkdirSync(baseFolder(dir, 'broken'))
  mkdirSync(join(dir, 'wal'))
  for (const segment of [1n, 4n, 5n, 9n])
    writeFileSync(join(dir, 'wal', `${segmentName(1, segment, SEGMENT)}.gz`), '')
  expect(await thin(dir, { keepDays: 3, now: 10 * DAY, running: '' })).toMatchObject({ segments: 2 })
  expect((await listBackups(dir)).map(({ consistentAt }) => consistentAt / DAY)).toEqual([5, 9])
  expect(readdirSync(join(dir, 'base'))).not.toContain('broken')
  expect(readdirSync(join(dir, 'wal'))).toEqual([5n, 9n].map(at => `${segmentName(1, at, SEGMENT)}.gz`))
})

test('files are copied once, stay after they were deleted, and go after the days', async () => {
  const [files, dir] = [join(place, 'files'), join(place, 'mirror')]
  mkdirSync(join(files, 'uploads'), { recursive: true })
  mkdirSync(join(files, 'tmp'))
  for (const name of ['uploads/a', 'uploads/b', 'tmp/c']) {
    writeFileSync(join(files, name), name)
    utimesSync(join(files, name), 1000, 1000)
  }
  const keep = { dir, keepDays: 2 }
  expect(await mirrorFiles(files, keep)).toMatchObject({ files: 2, added: 2 })
  expect(await mirrorFiles(files, keep)).toMatchObject({ files: 2, added: 0 })
  rmSync(join(files, 'uploads/a'))
  const now = Date.now()
  await mirrorFiles(files, { ...keep, now })
  await mirrorFiles(files, { ...keep, now: now + 2 * DAY - 1 })
  expect(readFileSync(join(mirrorFolder(dir), 'uploads/a'), 'utf8')).toBe('uploads/a')
  expect(await damagedFiles(dir)).toEqual([])
  writeFileSync(join(mirrorFolder(dir), 'uploads/b'), 'another')
  expect(await damagedFiles(dir)).toEqual(['uploads/b'])
  await mirrorFiles(files, { ...keep, now: now + 2 * DAY })
  expect(readdirSync(join(mirrorFolder(dir), 'uploads'))).toEqual(['b'])
})

test('backups and data are apart, whichever lies in the other', () => {
  expect(apart('/srv/backups', '/srv/data')).toBe(true)
  expect(apart('/srv/data/backups', '/srv/data')).toBe(false)
  expect(apart('/srv', '/srv/data')).toBe(false)
  expect(apart('/srv/data', '/srv/data')).toBe(false)
  expect(apart('/srv/data-backups', '/srv/data')).toBe(true)
})

test('an archive that is cut off, or whose paths lead out of it, is refused', async () => {
  const header = (path: string, bytes: number) => {
    const block = Buffer.alloc(512)
    block.write(path)
    block.write('0000600', 100)
    block.write(bytes.toString(8).padStart(11, '0'), 124)
    block.write('0', 156)
    return block
  }
  const read = async (...pieces: Buffer[]) => {
    const found: [string, string][] = []
    for await (const { path, content } of readTar(Readable.from(pieces))) {
      const parts: Buffer[] = []
      for await (const piece of content) parts.push(piece)
      found.push([path, Buffer.concat(parts).toString()])
    }
    return found
  }
  const body = Buffer.alloc(512)
  body.write('words')
  expect(await read(header('a/b', 5), body, Buffer.alloc(1024))).toEqual([['a/b', 'words']])
  // Pieces come as they come.
  const all = Buffer.concat([header('a', 5), body, header('b', 0), Buffer.alloc(1024)])
  expect(await read(all.subarray(0, 700), all.subarray(700))).toEqual([
    ['a', 'words'],
    ['b', ''],
  ])
  await expect(read(header('a', 5), body.subarray(0, 3))).rejects.toThrow(/ends within/)
  await expect(read(header('../a', 5), body)).rejects.toThrow(/damaged/)
  await expect(read(header('/etc/a', 5), body)).rejects.toThrow(/damaged/)
})
