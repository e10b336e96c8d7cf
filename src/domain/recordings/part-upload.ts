// Large videos come in parts: how large, how many, and what stands between a sender and a stored recording.
import * as z from 'zod/mini'
import { nonEmpty } from '../fields.ts'
import { SHA256_DIGITS } from '../limits.ts'

/** Bytes of every part but the last: a lost line costs one of them, and each fits into memory. */
export const PART_BYTES = 4 * 1024 * 1024
/** A day of a body-worn recorder at the rates they record with. */
export const MOST_RECORDING_BYTES = 8 * 1024 * 1024 * 1024
/** Uploads of one person or device that are not finished. */
export const MOST_OPEN_UPLOADS = 20
/** An upload of which no part has come for so long is given up. */
export const ABANDONED_DAYS = 7
/** Longest file name that is kept. */
const FILE_NAME_LENGTH = 150

/** `open`: parts are missing or wait for the end; `checking`: the whole is looked at; `failed`: it is no video. */
export const uploadState = z.enum(['open', 'checking', 'done', 'failed'])
export type UploadState = z.output<typeof uploadState>

/** SHA-256 as hexadecimal digits. */
export const sha256 = z.string().check(z.regex(SHA256_DIGITS))
export const fileName = nonEmpty(FILE_NAME_LENGTH)
export const recordingBytes = z.int().check(z.positive())

export const partsOf = (bytes: number): number => Math.ceil(bytes / PART_BYTES)

/** Bytes that part number `part`, counted from 0, has to have. */
export const bytesOfPart = (bytes: number, part: number): number =>
  Math.max(0, Math.min(PART_BYTES, bytes - part * PART_BYTES))
