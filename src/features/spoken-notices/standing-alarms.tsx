// Above every page: alarms that are told again because nobody has seen to them, one line each, in the page's own room.
import type { MessageDescriptor } from '@lingui/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Fragment, useSyncExternalStore } from 'react'
import type { SpokenAlarm } from '../../contract/spoken-notices.ts'
import type { AlarmType } from '../../domain/alarm/alarm-types.ts'
import { Age } from '../../ui/age.tsx'
import { Banner, BannerAction } from '../../ui/banner.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useScreen } from '../../ui/pointer.ts'
import type { SpokenBoard, StandingAlarm } from './spoken.driver.ts'

/** Names of the types of alarms. */
export type AlarmNames = Readonly<Record<AlarmType, MessageDescriptor>>

interface StandingAlarmsProps {
  board: SpokenBoard
  names: AlarmNames
  /** Leads to one alarm, or to all. */
  onShow: (alarmId?: number) => void
}

/** More would push the page away. */
const LINES = { phone: 1, tablet: 2, desktop: 3 } as const

export function StandingAlarms({ board, names, onShow }: StandingAlarmsProps) {
  const { t } = useLingui()
  const alarms = useSyncExternalStore(board.subscribe, board.alarms)
  const screen = useScreen()
  const most = LINES[screen]
  const more = alarms.length - most
  return (
    <>
      {alarms.slice(0, most).map((alarm, index) => (
        <Banner
          key={alarm.id}
          tone={alarm.severity === 'critical' ? 'critical' : 'warning'}
          icon="bell"
          end={
            <>
              {more > 0 && index === most - 1 && (
                <BannerAction onClick={() => onShow()}>
                  <Plural value={more} one="# more" other="# more" />
                </BannerAction>
              )}
              {(screen !== 'phone' || more <= 0) && (
                <BannerAction onClick={() => onShow(alarm.id)}>
                  <Trans>Show</Trans>
                </BannerAction>
              )}
              <IconButton icon="close" label={t`Close`} onClick={() => board.hush(alarm.id)} />
            </>
          }
        >
          <AlarmWords alarm={alarm} names={names} /> · <HowOften alarm={alarm} />
        </Banner>
      ))}
    </>
  )
}

function HowOften({ alarm }: { alarm: StandingAlarm }) {
  const { times, at } = alarm
  return (
    <span>
      <Plural value={times} one="reported # time" other="reported # times" /> · <Age at={at} />
    </span>
  )
}

/** Why it is told, what, who and where, in the reader's language; each name keeps its own direction. */
export function AlarmWords({ alarm, names }: { alarm: SpokenAlarm; names: AlarmNames }) {
  const { i18n } = useLingui()
  return (
    <>
      <Why why={alarm.why} />
      <b>{i18n._(names[alarm.type])}</b>
      {[alarm.who, ...alarm.where].map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two parts of a place may be alike
        <Fragment key={index}>
          {' · '}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </>
  )
}

function Why({ why }: Pick<SpokenAlarm, 'why'>) {
  switch (why) {
    case 'repeated':
      return (
        <>
          <Trans>Still not handled:</Trans>{' '}
        </>
      )
    case 'escalated':
      return (
        <>
          <Trans>Escalated:</Trans>{' '}
        </>
      )
    default:
      return null
  }
}
