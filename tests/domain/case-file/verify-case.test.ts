// What was sealed holds, whatever is withheld from it; a thousand ways of changing it are refused.
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bytesOf, canonical, fromHex } from '../../../src/domain/case-file/canonical-json.ts'
import { headsOf } from '../../../src/domain/case-file/custody.ts'
import { leavesOf, rootOf, withhold } from '../../../src/domain/case-file/leaves.ts'
import { fingerprintOf, NAMES, recordName } from '../../../src/domain/case-file/manifest.ts'
import { directoryOf, joinBytes, localHeader } from '../../../src/domain/case-file/stored-zip.ts'
import { verifyCase } from '../../../src/domain/case-file/verify-case.ts'
import { type File, inMemory, newKey, nodeProofs, sealedFiles, zipOf } from './sealed-archive.ts'

const key = newKey()
const fingerprint = fingerprintOf(key.publicKey, nodeProofs.sha256)
const judge = (bytes: Uint8Array, expected = fingerprint) => verifyCase(inMemory(bytes), nodeProofs, expected)
const { sha256 } = nodeProofs

describe('canonical JSON', () => {
  test('one value has one writing', () => {
    expect(canonical({ b: [1, null, true], a: 'x"é', A: {} })).toBe('{"A":{},"a":"x\\"é","b":[1,null,true]}')
    expect(canonical({ a: '\ud800' })).toBe('{"a":"\ufffd"}')
    expect(() => canonical(Number.NaN)).toThrow('Not a number')
  })

  test('digits in capitals are another writing', () => {
    expect(fromHex('0aff')).toEqual(Uint8Array.from([10, 255]))
    expect(fromHex('0AFF')).toBeUndefined()
    expect(fromHex('0')).toBeUndefined()
  })
})

describe('leaves', () => {
  const leaves = leavesOf({ 'a/b': { c: [1, 'x'] }, empty: [], z: null }, () => '0'.repeat(32))

  test('each has the way to it', () => {
    expect(leaves.map(({ path, value }) => [path, value])).toEqual([
      ['/a~1b/c/0', 1],
      ['/a~1b/c/1', 'x'],
      ['/z', null],
    ])
  })

  test('the root is the same whatever is withheld, and another one for any other value', () => {
    const root = rootOf(leaves, sha256)
    expect(rootOf(withhold(leaves, new Set(['/z', '/a~1b/c/1']), sha256), sha256)).toBe(root)
    expect(withhold(leaves, new Set(['/z']), sha256)[2]).not.toHaveProperty('salt')
    expect(
      rootOf(
        leavesOf({ 'a/b': { c: [1, 'y'] }, z: null }, () => '0'.repeat(32)),
        sha256,
      ),
    ).not.toBe(root)
  })
})

describe('what was sealed', () => {
  test('holds with the key of the publisher, and says that nobody compared it without', async () => {
    const whole = zipOf(sealedFiles(key))
    expect(await judge(whole)).toMatchObject({ verdict: 'holds', flaws: [], number: 'E-1', fingerprint })
    expect((await judge(whole, fingerprint.toUpperCase().replace(/..(?!$)/g, '$&:'))).verdict).toBe('holds')
    expect((await judge(whole, '')).verdict).toBe('keyNotCompared')
  })

  test('holds with leaves and content withheld, which are not in it', async () => {
    const bytes = zipOf(sealedFiles(key, { hidden: ['/wearerName', '/phone'], withheldContent: true }))
    const report = await judge(bytes)
    expect(report.verdict).toBe('holds')
    expect(report.items[0]?.withheld).toEqual(['/phone', '/wearerName'])
    expect(report.items[1]?.content).toBe('withheld')
    expect(new TextDecoder().decode(bytes)).not.toMatch(/Li Wei|13600000000/)
  })

  test('item by item: the one that was changed is named, the other holds', async () => {
    const files = sealedFiles(key).map(file =>
      file.name === recordName(1) ? { ...file, bytes: swap(file.bytes, 'Li Wei', 'Li Mei') } : file,
    )
    const report = await judge(zipOf(files))
    expect(report.verdict).toBe('refused')
    expect(report.items.map(({ flaw }) => flaw)).toEqual(['record', undefined])
  })

  test('another key is refused where the fingerprint is known, however well all fits together', async () => {
    const other = zipOf(sealedFiles(newKey()))
    expect(await judge(other)).toMatchObject({ verdict: 'refused', flaws: ['fingerprint'] })
  })

  test('a chain that was cut off or begun anew has another head', () => {
    const text = new TextDecoder().decode(sealedFiles(key).find(({ name }) => name === NAMES.custody)?.bytes)
    const lines = text.split('\n').slice(0, -1)
    expect(headsOf(lines, sha256)).toHaveLength(5)
    expect(headsOf(lines.slice(1), sha256)).toBeUndefined()
    expect(headsOf([...lines.slice(0, 2), ...lines.slice(3)], sha256)).toBeUndefined()
    expect(
      headsOf(
        lines.map(line => line.replace('Ada', 'Eve')),
        sha256,
      ),
    ).toBeUndefined()
  })
})

describe('why it is refused', () => {
  const files = sealedFiles(key)
  const whole = zipOf(files)
  const flawsOf = async (bytes: Uint8Array) => (await judge(bytes)).flaws
  const last = files.at(-1)
  const other = { name: 'items/0009.bin', bytes: Uint8Array.of(1) }

  test('is said of what was cut off, lengthened, or never was one', async () => {
    expect(await flawsOf(whole.slice(0, -1))).toEqual(['truncated'])
    expect(await flawsOf(whole.slice(0, whole.length >> 1))).toEqual(['truncated'])
    expect(await flawsOf(joinBytes([whole, Uint8Array.of(0)]))).toEqual(['lengthened'])
    expect(await flawsOf(bytesOf('no archive'))).toEqual(['archive'])
    expect(await flawsOf(new Uint8Array())).toEqual(['archive'])
  })

  test('is said of files that are missing, added, doubled, moved or changed', async () => {
    expect(await flawsOf(zipOf(files.slice(0, -1)))).toEqual(['missing'])
    expect(await flawsOf(zipOf([...files, other]))).toEqual(['added'])
    expect(await flawsOf(zipOf([...files, ...(last ? [last] : [])]))).toEqual(['doubled'])
    expect(await flawsOf(zipOf([...files.slice(0, -2), ...files.slice(-2).reverse()]))).toEqual(['moved'])
    const flipped = files.map(file => (file === last ? { ...file, bytes: Uint8Array.of(1) } : file))
    expect(await flawsOf(zipOf(flipped))).toEqual(['files'])
  })

  test('is said of another key', async () => {
    const theirs = sealedFiles(newKey())
    expect(await flawsOf(zipOf(theirs))).toEqual(['fingerprint'])
    expect(await flawsOf(zipOf([...files.slice(0, 1), ...theirs.slice(1, 2), ...files.slice(2)]))).toEqual([
      'listSignature',
    ])
  })

  test('the archive says its head, which is published elsewhere', async () => {
    expect((await judge(whole)).head).toMatch(/^[0-9a-f]{64}$/)
    expect((await judge(zipOf(sealedFiles(newKey())))).head).toBe((await judge(whole)).head)
  })
})

function swap(bytes: Uint8Array, from: string, to: string): Uint8Array {
  return bytesOf(new TextDecoder().decode(bytes).replace(from, to))
}

/** The same numbers at every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

describe('a thousand changes', () => {
  const files = sealedFiles(key)
  const whole = zipOf(files)
  const moved = (list: File[], from: number, to: number) => {
    const rest = list.filter((_, at) => at !== from)
    return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
  }
  const lineAt = (list: File[], change: (lines: string[]) => string[]) =>
    list.map(file => {
      if (file.name !== NAMES.custody) return file
      const lines = new TextDecoder().decode(file.bytes).split('\n').slice(0, -1)
      return {
        ...file,
        bytes: bytesOf(
          change(lines)
            .map(line => `${line}\n`)
            .join(''),
        ),
      }
    })
  const changes: Record<string, (random: (below: number) => number) => Uint8Array> = {
    flip: random => {
      const at = random(whole.length)
      return whole.map((byte, place) => (place === at ? byte ^ (1 << random(8)) : byte))
    },
    drop: random => {
      const at = random(files.length)
      return zipOf(files.filter((_, place) => place !== at))
    },
    reorder: random => {
      const from = random(files.length)
      return zipOf(moved(files, from, (from + 1 + random(files.length - 1)) % files.length))
    },
    add: random =>
      zipOf([...files, { name: `items/${9000 + random(900)}.bin`, bytes: new Uint8Array(random(50)) }]),
    truncate: random => whole.slice(0, random(whole.length)),
    lengthen: random => Uint8Array.from([...whole, ...new Uint8Array(1 + random(40))]),
    double: random => {
      const at = random(files.length)
      return zipOf([...files, ...files.slice(at, at + 1)])
    },
    rekey: random => {
      // The signatures, the key, or all of it are somebody else's.
      const theirs = sealedFiles(newKey())
      const from = random(2) === 0 ? theirs : files
      return zipOf(theirs.map((file, at) => (at < 2 + random(3) ? file : (from[at] ?? file))))
    },
    bytes: random => {
      const at = random(files.length)
      return zipOf(
        files.map((file, place) => {
          if (place !== at) return file
          const spot = random(file.bytes.length)
          return {
            ...file,
            bytes: file.bytes.map((byte, of) => (of === spot ? byte ^ (1 << random(8)) : byte)),
          }
        }),
      )
    },
    chain: random =>
      zipOf(
        lineAt(files, lines => {
          const at = random(lines.length)
          return [lines.slice(0, at), [...lines, ...lines.slice(at, at + 1)]][random(2)] ?? []
        }),
      ),
  }

  test.each(Object.keys(changes))('%s', async name => {
    const random = seeded(name.length * 7_919 + name.charCodeAt(0))
    let refused = 0
    for (let time = 0; time < 100; time++) {
      const bytes = changes[name]?.(random) ?? whole
      const { verdict } = await judge(bytes)
      if (verdict === 'refused') refused++
    }
    expect(refused).toBe(100)
  })

  test('a sum of the archive that was changed in both its places', async () => {
    const names = files.map(({ name }) => name)
    for (const [at] of names.entries()) {
      const entries = files.map(({ name, bytes }) => ({ name, bytes: bytes.length, crc: crc32(bytes) }))
      const lied = entries.map((entry, place) => (place === at ? { ...entry, crc: entry.crc ^ 1 } : entry))
      const bytes = joinBytes([
        ...lied.flatMap((entry, place) => [localHeader(entry), files[place]?.bytes ?? new Uint8Array()]),
        directoryOf(lied),
      ])
      expect((await judge(bytes)).flaws, names[at]).toContain('files')
    }
  })

  test('and what nobody changed holds among them', async () => {
    expect((await judge(zipOf(files))).verdict).toBe('holds')
  })
})
