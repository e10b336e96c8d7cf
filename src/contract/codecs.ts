// Number-to-word codecs: digits live on the wire, words inside (console specification, section 4).
import type * as z from 'zod/mini'
import { gender } from '../domain/access/session-words.ts'
import { alarmType, alarmTypes } from '../domain/alarm/alarm-types.ts'
import { approvalFlag } from '../domain/announcement/announcement-step.ts'
import { payState } from '../domain/billing/pay-state.ts'
import { payWay } from '../domain/billing/pay-way.ts'
import { packageContent, packageLanguage, packageStatus, packageType } from '../domain/billing/sim-package.ts'
import { genericStatus } from '../domain/device/catalogue.ts'
import { deviceState } from '../domain/device/device.ts'
import { stateFacts } from '../domain/device/state-fields.ts'
import { fenceShape, fenceStatus, fenceType } from '../domain/fence/fence.ts'
import { stationStatus } from '../domain/indoor/indoor.ts'
import { reviewState } from '../domain/media/review.ts'
import { videoKind } from '../domain/media/video.ts'
import { applicationState } from '../domain/people/application.ts'
import { supervisionLevel } from '../domain/supervision/incident-step.ts'
import { crimeType } from '../domain/supervision/monitored-person.ts'
import { type CodeTable, type CodeTables, optionalWireBy, table, wireBy } from './codec.ts'
import { genderCodes } from './gender-codes.ts'
import type { Schema } from './schema-parts.ts'

const numbered = (words: readonly string[], first = 0) =>
  table(words.map((word, index) => [index + first, word] as const))

const tables: CodeTables = new Map<unknown, CodeTable>([
  [
    deviceState,
    table(
      [
        [0, 'offline'],
        [1, 'online'],
        [2, 'notActivated'],
      ],
      'abnormal',
      3,
    ),
  ],
  [
    genericStatus,
    table([
      [0, 'disabled'],
      [1, 'enabled'],
      [2, 'deleted'],
    ]),
  ],
  [gender, genderCodes],
  [alarmType, numbered(alarmTypes, 1)],
  ...stateFacts.flatMap(({ schema, digits, otherwise }): [unknown, CodeTable][] =>
    digits ? [[schema, table(digits, otherwise?.[0], otherwise?.[1])]] : [],
  ),
  [fenceType, numbered(fenceType.options)],
  [fenceShape, numbered(fenceShape.options)],
  [fenceStatus, numbered(fenceStatus.options)],
  [stationStatus, numbered(stationStatus.options)],
  [packageType, numbered(packageType.options)],
  [packageContent, numbered(packageContent.options)],
  [packageLanguage, numbered(packageLanguage.options)],
  [packageStatus, numbered(packageStatus.options)],
  // From -1 failed to 4 refunding; 5, refunded, is this product's own.
  [payState, numbered(['failed', 'unpaid', 'paid', 'closed', 'paying', 'refunding', 'refunded'], -1)],
  [payWay, numbered(payWay.options, 1)],
  [supervisionLevel, numbered(supervisionLevel.options, 1)],
  [
    crimeType,
    table(
      crimeType.options.slice(0, 10).map((word, at) => [at + 1, word] as const),
      'other',
      11,
    ),
  ],
  [reviewState, numbered(reviewState.options)],
  [applicationState, numbered(applicationState.options, 1)],
  [videoKind, numbered(videoKind.options)],
  [approvalFlag, numbered(approvalFlag.options, 1)],
])

/** The wire form of a schema by every table there is; see `wireBy`. */
export function wireOf<S extends Schema>(schema: S): z.ZodMiniType<z.output<S>, unknown> {
  return wireBy(tables, schema)
}

/** The wire forms of several schemas, each of which may be left out. */
export const optionalWireOf = <S extends Readonly<Record<string, Schema>>>(schemas: S) =>
  optionalWireBy(tables, schemas)
