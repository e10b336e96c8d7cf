// What a fence does, as a sentence in parts: whom it watches, what counts, when, and who hears of it.

import { Trans } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { fence } from '../../domain/fence/fence.ts'
import { ownZone } from '../../ui/calendar.ts'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { Clause, Sentence } from '../../ui/sentence.tsx'
import { clockOf, daysText } from '../../ui/week.ts'

export type Fence = RowOf<typeof fence>

/** What the sentence needs; a form has it before the fence is saved. */
export type FenceParts = Pick<
  Fence,
  'status' | 'alarmOnExit' | 'alarmOnEntry' | 'delaySeconds' | 'days' | 'zone' | 'groupNames'
> &
  Partial<Pick<Fence, 'dwellMinutes' | 'fromMinute' | 'untilMinute'>>

export function FenceSentence({ fence }: { fence: FenceParts }) {
  return (
    <Sentence>
      <p>
        <Watched fence={fence} />
        <Holding fence={fence} />
      </p>
      <p>
        <Alarming fence={fence} />
      </p>
      {fence.status === 'disabled' && (
        <p>
          <Clause>
            <Trans>
              <b>Disabled</b>: nothing is decided until it is enabled
            </Trans>
          </Clause>
        </p>
      )}
    </Sentence>
  )
}

function Watched({ fence }: { fence: FenceParts }) {
  const locale = useIntlLocale()
  const groups = new Intl.ListFormat(locale, { type: 'conjunction' }).format(fence.groupNames)
  return (
    <Clause>
      {groups ? (
        <Trans>
          Watches all devices of <b>{groups}</b> and those bound by themselves
        </Trans>
      ) : (
        <Trans>Watches the devices bound to it</Trans>
      )}
    </Clause>
  )
}

/** When it holds; nothing is said where it always does. */
function Holding({ fence }: { fence: FenceParts }) {
  const locale = useIntlLocale()
  const { days, zone } = fence
  const named = days.length > 0 && days.length < 7 ? daysText(days, locale) : undefined
  const [from, until] = [fence.fromMinute ?? null, fence.untilMinute ?? null]
  const hours = from !== null && until !== null
  const elsewhere = zone !== ownZone()
  return (
    <>
      {named ? (
        <Clause>
          <Trans>
            on <b>{named}</b>
          </Trans>
        </Clause>
      ) : (
        <Clause>
          <Trans>on every day</Trans>
        </Clause>
      )}
      {hours ? (
        <Clause>
          <Trans>
            from <b dir="ltr">{clockOf(from)}</b> to <b dir="ltr">{clockOf(until)}</b>
          </Trans>
        </Clause>
      ) : (
        <Clause>
          <Trans>at all hours</Trans>
        </Clause>
      )}
      {elsewhere && (named || hours) && <Clause>{zone}</Clause>}
    </>
  )
}

function Alarming({ fence }: { fence: FenceParts }) {
  const locale = useIntlLocale()
  const { alarmOnEntry, alarmOnExit, delaySeconds, dwellMinutes } = fence
  const unit = (name: 'second' | 'minute', value: number) =>
    numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' }).format(value)
  const [delay, dwell] = [unit('second', delaySeconds), unit('minute', dwellMinutes ?? 0)]
  return (
    <>
      <Clause>
        {alarmOnEntry && alarmOnExit ? (
          <Trans>
            Alarm when a device <b>leaves or enters</b>
          </Trans>
        ) : alarmOnExit ? (
          <Trans>
            Alarm when a device <b>leaves</b>
          </Trans>
        ) : alarmOnEntry ? (
          <Trans>
            Alarm when a device <b>enters</b>
          </Trans>
        ) : (
          <Trans>
            <b>No alarm</b>: entries and exits are only written down
          </Trans>
        )}
      </Clause>
      <Clause>
        {delaySeconds > 0 ? (
          <Trans>
            after <b>{delay}</b> on the other side
          </Trans>
        ) : (
          <Trans>at once</Trans>
        )}
      </Clause>
      {typeof dwellMinutes === 'number' && dwellMinutes > 0 && (
        <Clause>
          {alarmOnEntry ? (
            <Trans>
              dwelling after <b>{dwell}</b> inside
            </Trans>
          ) : (
            <Trans>
              an alarm for dwelling after <b>{dwell}</b> inside
            </Trans>
          )}
        </Clause>
      )}
    </>
  )
}
