// The files' part of the environment: how much a tenant may keep, and where.
import * as z from 'zod/mini'
import { address, type Complain, onOff, type Read, whole } from '../../settings/setting.ts'
import { readScannerAddress, type ScannerAddress } from './malware.ts'

/** Rows of the table of settings. */
export const fileTable = {
  storageQuotaMb: {
    name: 'STORAGE_QUOTA_MB',
    fallback: '2048',
    meaning: 'Megabytes that one tenant may upload',
    schema: whole(1, 100_000_000),
  },
  clamd: {
    name: 'CLAMD',
    fallback: '',
    meaning:
      'Where ClamAV’s daemon listens (`127.0.0.1:3310`, or the path of its socket): it looks at each file that people upload, and without its word none is kept',
    schema: z.pipe(
      z
        .string()
        .check(
          z.refine(
            text => readScannerAddress(text) !== undefined,
            'must be host:port, or the path of a socket',
          ),
        ),
      z.transform(readScannerAddress),
    ),
  },
  s3Endpoint: {
    name: 'S3_ENDPOINT',
    fallback: '',
    meaning: 'An object storage that speaks the S3 protocol, for files in place of DATA_DIR',
    schema: address('http', 'https'),
  },
  s3Bucket: {
    name: 'S3_BUCKET',
    fallback: '',
    meaning: 'Bucket of the object storage; it must exist',
    schema: z.string().check(z.regex(/^[\w.-]{3,63}$/, 'must be the name of a bucket')),
  },
  s3Region: {
    name: 'S3_REGION',
    fallback: 'us-east-1',
    meaning: 'Region of the object storage, part of its signatures',
    schema: z.string().check(z.regex(/^[\w-]{1,40}$/, 'must be the name of a region')),
  },
  s3Key: { name: 'S3_KEY', fallback: '', meaning: 'Access key of the object storage', schema: z.string() },
  s3Secret: {
    name: 'S3_SECRET',
    fallback: '',
    meaning: 'Secret key of the object storage',
    schema: z.string(),
  },
  s3PathStyle: {
    name: 'S3_PATH_STYLE',
    fallback: 'on',
    meaning: 'The bucket stands in the path of the address; off: in the host name',
    schema: onOff,
  },
} as const

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  key: string
  secret: string
  pathStyle: boolean
}

export interface FileConfig {
  /** Bytes that one tenant may upload. */
  storageQuota: number
  /** Where files go in place of the own disk. */
  s3: S3Settings | undefined
  /** Who looks at uploads; undefined: nobody. */
  clamd: ScannerAddress | undefined
}

export function readFiles(read: Read, complain: Complain): FileConfig {
  return {
    storageQuota: (read(fileTable.storageQuotaMb) ?? 2048) * 1024 * 1024,
    s3: readS3(read, complain),
    clamd: read(fileTable.clamd),
  }
}

/** An object storage needs all of its settings, or none. */
function readS3(read: Read, complain: Complain): S3Settings | undefined {
  const endpoint = read(fileTable.s3Endpoint)
  const bucket = read(fileTable.s3Bucket)
  const key = read(fileTable.s3Key)
  const secret = read(fileTable.s3Secret)
  const region = read(fileTable.s3Region) ?? 'us-east-1'
  const pathStyle = read(fileTable.s3PathStyle) ?? true
  if (endpoint && bucket && key && secret) return { endpoint, bucket, region, key, secret, pathStyle }
  if (endpoint || bucket || key || secret)
    complain('S3_ENDPOINT, S3_BUCKET, S3_KEY and S3_SECRET: give all or none')
  return undefined
}
