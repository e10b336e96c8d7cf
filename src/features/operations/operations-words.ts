// What figures, verdicts, channels and kinds of stored things are called.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ChannelName, SizeKind } from '../../contract/endpoints/operations.ts'
import type { FigureName, Verdict } from '../../domain/operations/judgement.ts'
import type { BadgeTone } from '../../ui/severity-badge.tsx'

export const verdictLooks: Record<Verdict, { tone: BadgeTone; word: MessageDescriptor }> = {
  good: { tone: 'ok', word: msg({ context: 'operations', message: 'Good' }) },
  look: { tone: 'attention', word: msg({ context: 'operations', message: 'Look at it' }) },
  act: { tone: 'critical', word: msg({ context: 'operations', message: 'Act now' }) },
  unknown: { tone: 'off', word: msg({ context: 'operations', message: 'Not known' }) },
}

export const figureWords: Record<FigureName, MessageDescriptor> = {
  silence: msg`Last sign of life`,
  lag: msg`Event loop lag`,
  clock: msg`Clock off by`,
  laneDepth: msg`Messages waiting to be stored`,
  laneAge: msg`Oldest waiting message`,
  notStored: msg`Messages not stored for`,
  poolWaiting: msg`Waiting for a database connection`,
  pushAge: msg`Oldest unsent push message`,
  queueAge: msg`Oldest waiting job`,
  deadJobs: msg`Jobs failed for good`,
  connections: msg`Database connections in use`,
  transactionAge: msg`Oldest open transaction`,
  deadRows: msg`Dead rows`,
  replicaLag: msg`Replica lag`,
  partitionsAhead: msg`Partitions made ahead`,
  backupAge: msg`Age of the last backup`,
  certificateDays: msg`Certificate valid for`,
  channelFailing: msg`Failing since the last success`,
  diskDays: msg`Until the disk is full`,
  diskFree: msg`Free on the disk`,
}

export const channelWords: Record<ChannelName, MessageDescriptor> = {
  text: msg`Text messages`,
  push: msg`Push messages`,
  carrier: msg`SIM card carrier`,
}

export const sizeWords: Record<SizeKind, MessageDescriptor> = {
  database: msg`Database`,
  image: msg`Images`,
  plan: msg`Plans`,
  video: msg`Videos`,
  file: msg`Files`,
  recording: msg`Recordings`,
  export: msg`Downloads`,
}
