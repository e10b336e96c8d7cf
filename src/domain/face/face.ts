// Faces: libraries of samples, the samples with the consent of whom they show, and captures compared with them.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, nonEmpty, rowBase, text } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { WRITTEN_DAY } from '../limits.ts'
import { faceFlaws } from './flaws.ts'

/** From 0 to 100, as the thresholds of a library and the figures of a picture are told. */
const percent = z.int().check(z.minimum(0), z.maximum(100))

const libraryFields = {
  name: nonEmpty(60),
  /** A picture of less is not taken. */
  qualityThreshold: percent,
  /** Samples of one person are at least so similar. */
  intraThreshold: percent,
  /** Samples of two people are less similar than this. */
  interThreshold: percent,
  customInfo: z.optional(text(500)),
}

export const faceLibrary = defineEntity({
  key: 'faceLibrary',
  service: 'user',
  permission: 'faceLibrary',
  grants: { menu: 'faceList' },
  page: {
    path: '/faceList',
    layout: 'console',
    titleZh: '人脸库',
    titleEn: 'Face libraries',
    directory: 'People',
    after: 'attendance',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({ ...rowBase, ...libraryFields, sampleCount: z.int() }),
  write: z.object(libraryFields),
  unique: ['name'],
  filters: { name: 'contains', createdAt: 'range' },
  sorts: ['name', 'createdAt', 'sampleCount'],
  defaultSort: 'name',
  search: ['name', 'customInfo'],
  removable: true,
  commands: {},
})

/**
 * `unchecked`: no engine was there to look at the picture; it is compared with nothing until one has. `unusable`: one has
 * looked since, and found what is wrong with it.
 */
export const faceCheck = z.enum(['checked', 'unchecked', 'unusable'])

export const faceFlaw = z.enum(faceFlaws)

const sampleFields = {
  libraryId: id,
  personName: nonEmpty(60),
  /** The address that the upload of the picture answered; in an import, the name of the uploaded file. */
  picture: text(300),
  /** Several are separated by commas. */
  labels: z.optional(text(200)),
  /** Below 14 a guardian decides. */
  birthDate: z.string().check(z.regex(WRITTEN_DAY, { error: 'format' })),
  consentPurpose: nonEmpty(200),
  consentAt: moment,
  /** Then everything of it is erased. */
  expiresAt: moment,
  guardianName: z.optional(text(60)),
  guardianAt: z.optional(z.nullable(moment)),
}

export const faceSample = defineEntity({
  key: 'faceSample',
  service: 'user',
  permission: 'faceSample',
  grants: { menu: 'FaceEntities' },
  page: {
    path: '/FaceEntities',
    layout: 'console',
    titleZh: '人脸样本',
    titleEn: 'Face samples',
    directory: 'People',
    after: 'faceList',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...sampleFields,
    libraryName: z.string(),
    check: faceCheck,
    /** Of an unusable one. */
    flaw: z.nullable(faceFlaw),
    /** Of the picture, from 0 to 100; null where it was not checked. */
    quality: z.nullable(percent),
    /** Pixels of the shorter side of the face. */
    faceSize: z.nullable(z.int()),
    sharpness: z.nullable(z.int()),
    brightness: z.nullable(z.int()),
  }),
  write: z.object(sampleFields),
  filters: {
    libraryId: 'equals',
    personName: 'contains',
    labels: 'contains',
    check: 'oneOf',
    expiresAt: 'range',
  },
  sorts: ['personName', 'createdAt', 'expiresAt', 'quality'],
  defaultSort: '-createdAt',
  search: ['personName', 'labels'],
  countBy: 'check',
  refs: { libraryId: { entity: 'faceLibrary', label: 'libraryName' } },
  // An erased sample takes its matches along, and libraries count their samples.
  shownIn: ['faceCapture', 'faceLibrary'],
  removable: false,
  importable: true,
  commands: {
    /** Picture, figures, consent and matches are gone for good: no undo. */
    erase: { permission: 'faceSample.erase' },
    /** The person takes their consent back: all samples of theirs go as one erased sample does. */
    withdraw: { permission: 'faceSample.erase' },
  },
})

/** `suggested`: similar enough to be looked at by a person; `unknown`: like nobody in the libraries. */
export const captureState = z.enum(['suggested', 'confirmed', 'refused', 'unknown'])
export type CaptureState = z.output<typeof captureState>

export const faceCapture = defineEntity({
  key: 'faceCapture',
  service: 'user',
  permission: 'faceCapture',
  grants: { menu: 'getFaceList', property: ['read', 'review'] },
  page: {
    path: '/getFaceList',
    layout: 'map',
    titleZh: '人脸抓拍',
    titleEn: 'Face captures',
    directory: 'People',
    after: 'FaceEntities',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    deviceId: z.nullable(id),
    deviceName: z.nullable(z.string()),
    place: z.nullable(z.string()),
    /** When it was taken. */
    at: moment,
    state: captureState,
    /** The most similar sample, where one is similar enough. */
    sampleId: z.nullable(id),
    personName: z.nullable(z.string()),
    labels: z.nullable(z.string()),
    libraryName: z.nullable(z.string()),
    /** From 0 to 100. */
    similarity: z.nullable(percent),
    judgedBy: z.nullable(z.string()),
    judgedAt: z.nullable(moment),
    /** Then the picture is erased. */
    expiresAt: moment,
  }),
  filters: {
    state: 'oneOf',
    deviceId: 'equals',
    sampleId: 'equals',
    personName: 'contains',
    place: 'contains',
    at: 'range',
  },
  sorts: ['at', 'similarity', 'state'],
  defaultSort: '-at',
  search: ['personName', 'place', 'labels'],
  countBy: 'state',
  refs: { deviceId: { entity: 'device', label: 'deviceName' } },
  removable: false,
  commands: {
    confirm: {
      permission: 'faceCapture.review',
      byHand: true,
      undo: 'reopen',
      hindrance: ({ state }) => stepUnless(state === 'suggested'),
    },
    refuse: {
      permission: 'faceCapture.review',
      byHand: true,
      undo: 'reopen',
      hindrance: ({ state }) => stepUnless(state === 'suggested'),
    },
    /** Takes a judgement back. */
    reopen: {
      permission: 'faceCapture.review',
      byHand: true,
      // Whom it was compared with may have been erased since.
      hindrance: ({ state, sampleId }) =>
        stepUnless(sampleId !== null && (state === 'confirmed' || state === 'refused')),
    },
    erase: { permission: 'faceCapture.erase' },
  },
})
