// Starts a file of measured values as a task, in the words of the person.

import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { exportReadings } from '../../../contract/endpoints/report.ts'
import { type ReadingKind, readings } from '../../../domain/device/readings.ts'
import { sendRequest } from '../../../platform/http.ts'
import { showToast } from '../../../platform/toast.ts'
import { showFailure } from '../../../resource/run-command.ts'
import { ownZone } from '../../../ui/calendar.ts'
import type { Period } from '../../../ui/period.ts'
import { readingWords } from '../device-words.ts'

interface Order {
  imeis: readonly string[]
  kinds: readonly ReadingKind[]
  period: Period
  format: 'csv' | 'xlsx'
}

const heads = { device: msg`Device`, imei: msg`IMEI`, time: msg`Time` }

/** Asks for the file and tells where it will wait. */
export async function exportReadingsOf({ imeis, kinds, period, format }: Order, i18n: I18n): Promise<void> {
  const words = Object.fromEntries([
    ...Object.entries(heads).map(([name, head]) => [name, i18n._(head)] as const),
    ...kinds.map(kind => {
      const { unit } = readings[kind]
      const name = i18n._(readingWords[kind])
      return [kind, unit ? `${name} (${unit})` : name] as const
    }),
  ])
  try {
    await sendRequest(exportReadings, {
      imeis: [...imeis],
      kinds: [...kinds],
      ...period,
      format,
      words,
      zone: ownZone(),
    })
    showToast({
      kind: 'ok',
      message: msg`The export has started. The file will wait under Download tasks.`,
      link: { label: msg`Download tasks`, to: '/DownloadTask' },
    })
  } catch (error) {
    showFailure(error)
  }
}
