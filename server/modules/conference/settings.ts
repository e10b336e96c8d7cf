// The conference's part of the environment: which service carries rooms, and where media come in.
import * as z from 'zod/mini'
import { type RecordingStorage, recordingStorage } from '../../../src/domain/conference/conference.ts'
import { address, type Complain, type Read, row, whole } from '../../settings/setting.ts'

const ports = z.pipe(
  z.string().check(z.regex(/^\d{1,5}-\d{1,5}$/, 'must be two ports with a dash between')),
  z.transform(text => {
    const [first = 0, last = 0] = text.split('-').map(Number)
    return { first, last }
  }),
)

const text = z.string().check(z.minLength(1), z.maxLength(500))

/** Rows of the table of settings. */
export const conferenceTable = {
  provider: row(
    'CONFERENCE_SERVICE',
    'Which service carries conference rooms: `builtIn`, `cloud` or `livekit`. Guests’ links and waiting for a host are the built-in one’s alone',
    z.enum(['builtIn', 'cloud', 'livekit'], 'must be builtIn, cloud or livekit'),
    'builtIn',
  ),
  cloudUrl: row('CONFERENCE_CLOUD_URL', 'Address of the conference cloud service', address('https', 'http')),
  cloudAppKey: row('CONFERENCE_CLOUD_APP_KEY', 'Its application key', text),
  cloudPassword: row(
    'CONFERENCE_CLOUD_PASSWORD',
    'Password with which this application’s people log in to it; told to whoever may join a room',
    text,
  ),
  cloudStorage: row(
    'CONFERENCE_CLOUD_STORAGE',
    'Where the cloud service puts recordings: `alioss` or `qiniu`. Without it rooms there are not recorded',
    z.enum(['alioss', 'qiniu'], 'must be alioss or qiniu'),
  ),
  cloudBucket: row('CONFERENCE_CLOUD_BUCKET', 'Bucket of these recordings', text),
  cloudAccessKey: row('CONFERENCE_CLOUD_ACCESS_KEY', 'Access key of that storage', text),
  cloudSecretKey: row(
    'CONFERENCE_CLOUD_SECRET_KEY',
    'Secret key of that storage; told to the cloud service, never to a page',
    text,
  ),
  cloudUploadEndpoint: row(
    'CONFERENCE_CLOUD_UPLOAD_ENDPOINT',
    'Where uploads to that storage go; `alioss` needs it',
    text,
  ),
  livekitUrl: row('CONFERENCE_LIVEKIT_URL', 'Address of a LiveKit server', address('wss', 'ws')),
  livekitKey: row('CONFERENCE_LIVEKIT_KEY', 'API key of the LiveKit server', text),
  livekitSecret: row(
    'CONFERENCE_LIVEKIT_SECRET',
    'Secret of that key; it signs tickets and stays here',
    text,
  ),
  ports: row(
    'CONFERENCE_PORTS',
    'UDP ports of conferences (`40000-40999`): open in the firewall, two a participant. Without it, any free port',
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

/** Where the cloud service puts recordings. */
export interface CloudStorage {
  protocol: RecordingStorage
  /** The same as a number. */
  type: (typeof recordingStorage)[RecordingStorage]
  bucketName: string
  accessKey: string
  secretKey: string
  uploadEndPoint: string | undefined
}

/** What carries rooms instead of the built-in service. */
export type OtherService =
  | { is: 'cloud'; url: string; appKey: string; password: string; storage: CloudStorage | undefined }
  | { is: 'livekit'; url: string; key: string; secret: string }

export interface ConferenceConfig {
  /** Undefined: the built-in one. */
  other: OtherService | undefined
  ports: { first: number; last: number } | undefined
  address: string | undefined
  kilobits: number
}

export function readConference(read: Read, complain: Complain): ConferenceConfig {
  const range = read(conferenceTable.ports)
  if (range && (range.first < 1024 || range.last > 65_535 || range.last < range.first))
    complain('CONFERENCE_PORTS: must be from 1024 to 65535, the lower one first')
  return {
    other: readOther(read, complain),
    ports: range,
    address: read(conferenceTable.address),
    kilobits: read(conferenceTable.peak) ?? Number(conferenceTable.peak.fallback),
  }
}

function readOther(read: Read, complain: Complain): OtherService | undefined {
  const is = read(conferenceTable.provider)
  const slashless = (url: string | undefined) => url?.replace(/\/+$/, '')
  if (is === 'cloud') {
    const [url, appKey] = [slashless(read(conferenceTable.cloudUrl)), read(conferenceTable.cloudAppKey)]
    const password = read(conferenceTable.cloudPassword)
    const storage = readStorage(read, complain)
    if (url && appKey && password) return { is, url, appKey, password, storage }
    complain(
      'CONFERENCE_SERVICE: cloud needs CONFERENCE_CLOUD_URL, CONFERENCE_CLOUD_APP_KEY and CONFERENCE_CLOUD_PASSWORD',
    )
  }
  if (is === 'livekit') {
    const [url, key] = [slashless(read(conferenceTable.livekitUrl)), read(conferenceTable.livekitKey)]
    const secret = read(conferenceTable.livekitSecret)
    if (url && key && secret) return { is, url, key, secret }
    complain(
      'CONFERENCE_SERVICE: livekit needs CONFERENCE_LIVEKIT_URL, CONFERENCE_LIVEKIT_KEY and CONFERENCE_LIVEKIT_SECRET',
    )
  }
  return undefined
}

function readStorage(read: Read, complain: Complain): CloudStorage | undefined {
  const protocol = read(conferenceTable.cloudStorage)
  if (!protocol) return undefined
  const [bucketName, accessKey] = [read(conferenceTable.cloudBucket), read(conferenceTable.cloudAccessKey)]
  const secretKey = read(conferenceTable.cloudSecretKey)
  const uploadEndPoint = read(conferenceTable.cloudUploadEndpoint)
  if (bucketName && accessKey && secretKey && (protocol === 'qiniu' || uploadEndPoint))
    return { protocol, type: recordingStorage[protocol], bucketName, accessKey, secretKey, uploadEndPoint }
  complain(
    'CONFERENCE_CLOUD_STORAGE: needs CONFERENCE_CLOUD_BUCKET, CONFERENCE_CLOUD_ACCESS_KEY and CONFERENCE_CLOUD_SECRET_KEY; alioss CONFERENCE_CLOUD_UPLOAD_ENDPOINT too',
  )
  return undefined
}
