// Reads the environment once. Each subject's table knows its variables' names, defaults and meanings; here they meet.
import { join } from 'node:path'
import * as z from 'zod/mini'
import { brokerTable, type EdgeConfig, readEdge } from './broker/settings.ts'
import { type DatabaseConfig, databaseTable, readDatabase } from './db/settings.ts'
import { type BackupConfig, backupTable, readBackup } from './modules/backup/settings.ts'
import { type CameraConfig, cameraTable, readCameras } from './modules/cameras/settings.ts'
import { type EvidenceConfig, evidenceTable, readEvidence } from './modules/cases/settings.ts'
import { type ConferenceConfig, conferenceTable, readConference } from './modules/conference/settings.ts'
import { type FaceConfig, faceTable, readFaces } from './modules/faces/settings.ts'
import { type FileConfig, fileTable, readFiles } from './modules/files/settings.ts'
import { type IdentityConfig, identityTable, readIdentity } from './modules/identity/settings.ts'
import { type CallConfig, callTable, readCalls } from './modules/intercom/settings.ts'
import { type MapConfig, mapTable, readMaps } from './modules/maps/settings.ts'
import { type OperationsConfig, operationsTable, readOperations } from './modules/operations/settings.ts'
import { type PaymentConfig, payTable, readPayment } from './modules/pay/settings.ts'
import { type PushConfig, pushTable, readPush } from './modules/push/settings.ts'
import { type RecordingConfig, readRecordings, recordingTable } from './modules/recordings/settings.ts'
import { type RetentionConfig, readRetention, retentionTable } from './modules/retention/settings.ts'
import { readSessions, type SessionConfig, sessionTable } from './modules/session/settings.ts'
import { type CarrierConfig, carrierTable, readCarrier } from './modules/sim-cards/settings.ts'
import { readTexts, type TextConfig, textTable } from './modules/texts/settings.ts'
import { readWebhooks, type WebhookConfig, webhookTable } from './modules/webhooks/settings.ts'
import { readSecrets, type Secrets } from './secrets.ts'
import { ConfigError } from './settings/config-error.ts'
import { type InstallationConfig, installationTable, readInstallation } from './settings/installation.ts'
import { readServiceBases, type ServiceBases, serviceSettings } from './settings/service-bases.ts'
import type { Read, Setting } from './settings/setting.ts'
import { readTracing, type TracingConfig, tracingTable } from './tracing/settings.ts'

const tables = [
  installationTable,
  brokerTable,
  databaseTable,
  backupTable,
  sessionTable,
  callTable,
  conferenceTable,
  cameraTable,
  carrierTable,
  pushTable,
  fileTable,
  faceTable,
  recordingTable,
  evidenceTable,
  retentionTable,
  payTable,
  textTable,
  mapTable,
  operationsTable,
  tracingTable,
  webhookTable,
  identityTable,
]

/** Every variable the server reads, for the documentation. */
export const settings: Setting[] = [
  ...tables
    .flatMap<Setting>(table => Object.values(table))
    .map(({ name, fallback, meaning }) => ({ name, fallback, meaning })),
  ...serviceSettings,
]

/** What the rest of the server knows of the environment. */
export interface Config
  extends InstallationConfig,
    EdgeConfig,
    DatabaseConfig,
    SessionConfig,
    CallConfig,
    PushConfig,
    FileConfig {
  /** The carrier's platform; undefined: the embedded one. */
  carrier: CarrierConfig | undefined
  payment: PaymentConfig
  /** The carrier of text messages; undefined: none, and in demo mode the outbox. */
  texts: TextConfig | undefined
  maps: MapConfig
  conference: ConferenceConfig
  cameras: CameraConfig
  /** The process that compares faces; undefined: none. */
  faces: FaceConfig | undefined
  recordings: RecordingConfig
  evidence: EvidenceConfig
  /** Undefined: nothing is backed up. */
  backup: BackupConfig | undefined
  retention: RetentionConfig
  operations: OperationsConfig
  tracing: TracingConfig
  webhooks: WebhookConfig
  identity: IdentityConfig
  serviceBases: ServiceBases
  secrets: Secrets
}

type Environment = Record<string, string | undefined>

/** Reads and checks the environment; throws a ConfigError that names every variable that is wrong. */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = []
  const complain = (problem: string) => void problems.push(problem)
  // An empty variable counts as unset: that is how compose files and service units leave one out.
  const given = (name: string) => env[name]?.trim() || undefined
  const read: Read = ({ name, schema }) => {
    const text = given(name)
    if (text === undefined) return undefined
    const result = z.safeParse(schema, text)
    if (result.success) return result.data
    complain(`${name}: ${result.error.issues[0]?.message ?? 'is not valid'}`)
    return undefined
  }
  const installation = readInstallation(read, complain)
  const { demo, dataDir } = installation
  const config = {
    ...installation,
    ...readDatabase(read),
    ...readEdge(read, complain, installation),
    ...readSessions(read, installation),
    ...readCalls(read, complain),
    ...readPush(read),
    ...readFiles(read, complain),
    carrier: readCarrier(read, complain),
    payment: readPayment(read, complain, installation),
    texts: readTexts(read, complain),
    maps: readMaps(read, complain),
    conference: readConference(read, complain),
    cameras: readCameras(read, complain),
    faces: readFaces(read, complain),
    recordings: readRecordings(read),
    evidence: readEvidence(read),
    retention: readRetention(read),
    backup: readBackup(read),
    operations: readOperations(read, complain),
    tracing: readTracing(read),
    webhooks: readWebhooks(read),
    identity: readIdentity(read),
    serviceBases: readServiceBases(given, complain),
  }
  const secretKey = read(installationTable.secretKey)
  if (problems.length > 0) throw new ConfigError(problems)
  const secrets = readSecrets({ file: join(dataDir, 'secrets.json'), given: secretKey, demo })
  if ('refused' in secrets) throw new ConfigError([secrets.refused])
  return { ...config, secrets }
}
