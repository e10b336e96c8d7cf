// One alarm as a page of its own, under an address that can be sent to somebody.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { codes } from '../../contract/errors.ts'
import { alarm } from '../../domain/alarm/alarm.ts'
import { CallError } from '../../platform/call-error.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { OfferButtons } from '../../resource/peek.tsx'
import { rowOptions } from '../../resource/query.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Elapsed } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { alarmView } from './alarm.view.tsx'
import { AlarmBadges } from './alarm-badges.tsx'
import { AlarmComment } from './alarm-comment.tsx'
import css from './alarm-detail.module.css'
import { WhatAndWhere, WhoAndHow } from './alarm-facts.tsx'
import { AlarmLinks } from './alarm-links.tsx'
import type { AlarmRow } from './alarm-row.ts'
import { AlarmStory } from './alarm-story.tsx'
import { AlarmTexts } from './alarm-texts.tsx'
import { iconOf, typeWords } from './alarm-words.ts'
import { DeviceTestNote } from './test-note.tsx'
import { WaitingNote } from './waiting-note.tsx'

interface AlarmDetailProps {
  id: number
  /** The map of its place. */
  Place?: ComponentType<{ row: AlarmRow }> | undefined
}

export function AlarmDetail({ id, Place }: AlarmDetailProps) {
  const { i18n } = useLingui()
  const online = useOnline()
  const query = useQuery(rowOptions(alarm, id))
  const row = query.data
  if (row) {
    return (
      <ActionsProvider view={alarmView}>
        <Detail row={row} stale={!online || query.isError ? query.dataUpdatedAt : undefined} Place={Place} />
      </ActionsProvider>
    )
  }
  if (!query.isError) return <Loading variant="detail" />
  const { error } = query
  if (error instanceof CallError && error.code === codes.forbidden) return <Forbidden />
  if (error instanceof CallError && error.id === 'row.unknown') {
    return (
      <Empty
        icon="bell"
        title={<Trans>There is no such alarm</Trans>}
        why={<Trans>The link may be old, or the alarm belongs to another company.</Trans>}
        action={
          <a className={css.link} href="#/AlarmHistory">
            <Trans>Go to the alarms</Trans>
          </a>
        }
      />
    )
  }
  return <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void query.refetch()} />
}

interface DetailProps extends Pick<AlarmDetailProps, 'Place'> {
  row: AlarmRow
  stale: number | undefined
}

function Detail({ row, stale, Place }: DetailProps) {
  const { i18n } = useLingui()
  const { offersFor } = useActions()
  return (
    <article className={css.page}>
      <a className={css.back} href="#/AlarmHistory">
        <Icon name="back" size={16} /> <Trans>All alarms</Trans>
      </a>
      <header className={css.head}>
        <span className={css.icon} data-severity={row.severity}>
          <Icon name={iconOf(row.type)} size={28} />
        </span>
        <div className={css.names}>
          <h1 className={css.title}>
            {i18n._(typeWords[row.type])} <span className={css.number}>#{row.id}</span>
          </h1>
          <p className={css.who}>
            {row.wearerName && (
              <>
                <bdi>{row.wearerName}</bdi>
                {' · '}
              </>
            )}
            <bdi>{row.deviceName}</bdi>
            {row.place && (
              <>
                {' · '}
                <bdi>{row.place}</bdi>
              </>
            )}
          </p>
          <div className={css.badges}>
            <AlarmBadges row={row} />
            {row.status !== 'handled' && (
              <span className={css.age}>
                <Elapsed since={row.raisedAt} />
              </span>
            )}
            {stale !== undefined && <StaleBadge at={stale} />}
          </div>
        </div>
        <div className={css.actions}>
          <AlarmLinks row={row} />
          <OfferButtons offers={offersFor([row])} />
        </div>
      </header>
      <WaitingNote id={row.id} />
      {row.status !== 'handled' && <DeviceTestNote about={{ deviceId: row.deviceId, type: row.type }} />}
      <div className={css.columns}>
        <Card title={<Trans>Timeline</Trans>}>
          <AlarmStory row={row} />
          <AlarmTexts id={row.id} />
          <AlarmComment row={row} />
        </Card>
        <div className={css.side}>
          <Card title={<Trans>What and where</Trans>}>
            <WhatAndWhere row={row} />
            {Place && <Place row={row} />}
          </Card>
          <Card title={<Trans>Who has it</Trans>}>
            <WhoAndHow row={row} />
          </Card>
        </div>
      </div>
    </article>
  )
}

function Card({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className={css.card}>
      <h2 className={css.section}>{title}</h2>
      {children}
    </section>
  )
}
