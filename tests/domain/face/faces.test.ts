// Rules of faces: ages and consents, figures of pictures, labels.
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/domain/durations.ts'
import {
  ageAt,
  type Consent,
  consentFlaw,
  needsGuardian,
  tidyLabels,
} from '../../../src/domain/face/duties.ts'
import {
  type FaceFigures,
  faceFlaw,
  MOST_DISTANCE,
  NEW_LIBRARY,
  qualityOf,
  similarityOf,
} from '../../../src/domain/face/quality.ts'

const NOW = Date.UTC(2026, 10, 23, 12)

describe('ages', () => {
  test.each([
    ['2012-11-23', 14],
    ['2012-11-24', 13],
    ['2014-11-23', 12],
    ['1930-01-01', 96],
    ['2026-11-23', 0],
  ])('born on %s: %i', (birthDate, age) => {
    expect(ageAt(birthDate, NOW)).toBe(age)
  })
  test.each(['2026-11-24', '2025-02-30', '1850-01-01', 'yesterday', '2020-13-01', ''])(
    '%j is no birthday',
    birthDate => {
      expect(ageAt(birthDate, NOW)).toBeUndefined()
      expect(needsGuardian(birthDate, NOW)).toBe(false)
    },
  )
  test('a guardian is needed until the fourteenth birthday', () => {
    expect(needsGuardian('2012-11-24', NOW)).toBe(true)
    expect(needsGuardian('2012-11-23', NOW)).toBe(false)
  })
})

describe('consents', () => {
  const good: Consent = { birthDate: '1990-05-01', consentAt: NOW - DAY_MS, expiresAt: NOW + 300 * DAY_MS }
  const child = { ...good, birthDate: '2014-05-01' }
  test.each<[string, Consent, object | undefined]>([
    ['of a grown-up', good, undefined],
    ['of tomorrow', { ...good, consentAt: NOW + DAY_MS }, { id: 'face.consentFuture', field: 'consentAt' }],
    ['that is over', { ...good, expiresAt: NOW }, { id: 'face.consentOver', field: 'expiresAt' }],
    [
      'of ten years',
      { ...good, expiresAt: NOW + 3_650 * DAY_MS },
      { id: 'face.consentLong', field: 'expiresAt' },
    ],
    [
      'without a real birthday',
      { ...good, birthDate: '2025-02-30' },
      { id: 'field.birthDate', field: 'birthDate' },
    ],
    ['of a child of twelve alone', child, { id: 'face.guardian', field: 'guardianName' }],
    [
      'of a child with a blank guardian',
      { ...child, guardianName: '  ' },
      { id: 'face.guardian', field: 'guardianName' },
    ],
    [
      'of a child with a guardian who did not say when',
      { ...child, guardianName: 'Li' },
      { id: 'face.guardian', field: 'guardianAt' },
    ],
    [
      'of a child with a guardian of tomorrow',
      { ...child, guardianName: 'Li', guardianAt: NOW + DAY_MS },
      { id: 'face.consentFuture', field: 'guardianAt' },
    ],
    ['of a child with a guardian', { ...child, guardianName: 'Li', guardianAt: NOW - DAY_MS }, undefined],
  ])('a consent %s', (_, consent, flaw) => {
    expect(consentFlaw(consent, NOW)).toEqual(flaw)
  })
})

describe('pictures', () => {
  const good: FaceFigures = { score: 0.99, size: 200, sharpness: 120, brightness: 130 }
  test.each<[string, number, FaceFigures | undefined, string | undefined]>([
    ['a good one', 1, good, undefined],
    ['without a face', 0, undefined, 'face.none'],
    ['with two faces', 2, good, 'face.several'],
    ['the engine doubts', 1, { ...good, score: 0.4 }, 'face.none'],
    ['with 111 pixels', 1, { ...good, size: 111 }, 'face.small'],
    ['with 112 pixels', 1, { ...good, size: 112 }, undefined],
    ['blurred', 1, { ...good, sharpness: 9 }, 'face.blurred'],
    ['dark', 1, { ...good, brightness: 20 }, 'face.dark'],
    ['overexposed', 1, { ...good, brightness: 240 }, 'face.bright'],
  ])('%s', (_, faces, figures, flaw) => {
    expect(faceFlaw(faces, figures)).toBe(flaw)
  })
  test('the weakest figure decides the quality', () => {
    expect(qualityOf(good)).toBe(99)
    expect(qualityOf({ ...good, size: 112 })).toBe(50)
    expect(qualityOf({ ...good, sharpness: 57.5 })).toBe(74)
    expect(qualityOf({ ...good, brightness: 60 })).toBeLessThan(80)
    expect(qualityOf({ ...good, score: 0 })).toBe(0)
  })
  test('distances become similarities, and a new library parts people where captures are matched', () => {
    expect([0, MOST_DISTANCE, 1, 1.4].map(similarityOf)).toEqual([100, 58, 0, 0])
    expect(NEW_LIBRARY.inter).toBe(58)
  })
})

test('labels are separated by commas of any kind, each once', () => {
  expect(tidyLabels(' 保安， 夜班,,夜班、 A ')).toBe('保安,夜班,A')
  expect(tidyLabels(' , ')).toBe('')
})
