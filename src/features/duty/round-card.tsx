// The round that is on: its points in order, the next one with its wide button, late ones with their reason.
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { MINUTE_MS } from '../../domain/durations.ts'
import type { RoundPoint } from '../../domain/duty/patrol.ts'
import { goingOn, type PointStanding, standingsOf } from '../../domain/duty/round.ts'
import { metresBetween } from '../../domain/geo/geo.ts'
import { findOwnPlace, OwnPlaceError } from '../../platform/own-place.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { showToast } from '../../platform/toast.ts'
import { ScanDrawer } from '../../resource/scan/scan-drawer.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, List, Muted, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { type PatrolRound, type ShownVisit, useQueue, visitsOf } from './my-day-query.ts'
import { PointMark } from './point-mark.tsx'
import { clockAt } from './time-words.ts'
import { useVisit, type VisitSaid } from './use-visit.tsx'
import { type AskedVisit, VisitDialog } from './visit-dialog.tsx'
import { useWayWords } from './visit-words.ts'

interface RoundCardProps {
  round: PatrolRound
  /** Which of the day it is. */
  number: number
  now: number
}

export function RoundCard({ round, number, now }: RoundCardProps) {
  const { t } = useLingui()
  const may = useRights()
  const visit = useVisit(round)
  const [scanning, setScanning] = useState(false)
  const [asked, setAsked] = useState<AskedVisit>()
  const visits = visitsOf(round, useQueue())
  const standings = standingsOf(round, visits, now)
  const going = goingOn(standings)
  const there = standings.filter(each => each.visit).length
  const mayVisit = may('patrolRound.visit')
  const standingOf = (point: RoundPoint) => standings.find(({ pointId }) => pointId === point.id)

  /** Asks for what is still to be said, else sends it at once. */
  const reach = (point: RoundPoint, said: Omit<VisitSaid, 'pointId' | 'visitedAt'>) => {
    const visitedAt = serverNow()
    const late = visitedAt >= point.dueAt + MINUTE_MS
    if (said.way === 'hand' || said.way === 'reason' || late || point.readingUnit)
      setAsked({ point, said: { ...said, pointId: point.id, visitedAt }, late })
    else void visit({ ...said, pointId: point.id, visitedAt }, point.name)
  }
  const scanned = (code: string) => {
    setScanning(false)
    const point = round.points.find(each => each.labelCode === code)
    if (point) reach(point, { way: 'scan', code })
    else showToast({ kind: 'tip', message: msg`This label belongs to no point of this round` })
  }
  const byPlace = async (point: RoundPoint) => {
    try {
      const { latitude, longitude, accuracyMetres } = await findOwnPlace()
      const off =
        point.latitude === null || point.longitude === null
          ? 0
          : metresBetween({ latitude, longitude }, { latitude: point.latitude, longitude: point.longitude })
      if (off > point.radius + accuracyMetres) {
        const metres = Math.round(off)
        showToast({ kind: 'tip', message: msg`You are ${metres} m away from this point` })
        return
      }
      reach(point, { way: 'place', latitude, longitude, accuracy: accuracyMetres })
    } catch (error) {
      if (!(error instanceof OwnPlaceError)) throw error
      showToast({ kind: 'tip', message: msg`The place of this device is not known. Scan the label instead.` })
    }
  }
  return (
    <Stack as="section" card one pad={0} aria-label={t`Round`}>
      <Stack gap={2} pad={4} padBelow={2}>
        <Row justify="between" gap={2} wrap>
          <Row gap={2} columnGap={3} wrap>
            <SectionTitle>
              <Trans>Round {number}</Trans>
            </SectionTitle>
            <Muted>
              <bdi>{round.name}</bdi> ·{' '}
              <bdi dir="ltr">{`${clockAt(round.startsAt)}–${clockAt(round.endsAt)}`}</bdi>
            </Muted>
          </Row>
          <Text strong>
            <Trans>
              {there} of {round.points.length}
            </Trans>
          </Text>
        </Row>
        <Progress standings={standings} />
      </Stack>
      <List as="ol">
        {round.points.map((point, at) => {
          const standing = standingOf(point)
          if (!standing) return null
          return (
            <PointLine
              key={point.id}
              point={point}
              number={at + 1}
              standing={standing}
              going={standing === going}
              may={mayVisit}
              onScan={() => setScanning(true)}
              onPlace={() => void byPlace(point)}
              onHand={() => reach(point, { way: 'hand' })}
              onReason={() => reach(point, { way: 'reason' })}
            />
          )
        })}
      </List>
      {going === undefined && (
        <Row gap={2} pad={4} tone="ok" edgeAbove>
          <Icon name="check" />
          <Text strong>
            <Plural value={round.points.length} one="The point is done" other="All # points are done" />
          </Text>
        </Row>
      )}
      {scanning && (
        <ScanDrawer title={t`Scan the point`} onCode={scanned} onClose={() => setScanning(false)} />
      )}
      {asked && (
        <VisitDialog
          asked={asked}
          onClose={() => setAsked(undefined)}
          onSaid={said => {
            setAsked(undefined)
            void visit(said, asked.point.name)
          }}
        />
      )}
    </Stack>
  )
}

const barOf = {
  done: 'ok-fill',
  late: 'warning',
  overdue: 'warning',
  next: 'accent',
  missed: 'critical',
} as const

function Progress({ standings }: { standings: readonly PointStanding[] }) {
  return (
    <Row gap={1} aria-hidden="true">
      {standings.map(({ pointId, state }) => (
        <Box
          key={pointId}
          grow
          h={6}
          round="full"
          ground={state === 'ahead' || state === 'excused' ? 'line' : barOf[state]}
        />
      ))}
    </Row>
  )
}

interface PointLineProps {
  point: RoundPoint
  number: number
  standing: PointStanding<ShownVisit>
  going: boolean
  may: boolean
  onScan: () => void
  onPlace: () => void
  onHand: () => void
  onReason: () => void
}

function PointLine(props: PointLineProps) {
  const { point, number, standing, going, may, onReason } = props
  const ways = useWayWords()
  const { visit, state, lateMinutes } = standing
  return (
    <Stack as="li" gap={3} padX={4} padY={2} {...(going && { ground: 'accent-soft', padY: 4 })}>
      <Row gap={3} align="start">
        <PointMark state={going ? 'next' : state} number={number} />
        <Stack grow shrink gap="half">
          <Text {...(going ? { strong: true, size: 'section' } : { medium: true })}>
            <bdi>{point.name}</bdi>
          </Text>
          {visit ? (
            <Muted>
              <bdi>
                {[
                  clockAt(visit.at),
                  ways[visit.way],
                  ...(visit.reading === null ? [] : [`${visit.reading} ${point.readingUnit ?? ''}`]),
                ].join(' · ')}
              </bdi>
            </Muted>
          ) : (
            <Muted>
              <bdi>
                <Trans>Due {clockAt(point.dueAt)}</Trans>
              </bdi>
              {going && point.task && (
                <>
                  {' · '}
                  <bdi>{point.task}</bdi>
                </>
              )}
            </Muted>
          )}
          {lateMinutes > 0 && state !== 'excused' && (
            <Text size="small" tone="warning" strong>
              <Trans>{lateMinutes} min late</Trans>
            </Text>
          )}
          {state === 'excused' && (
            <Muted>
              <Trans>Not reached, reason given</Trans>
            </Muted>
          )}
        </Stack>
        {standing.owesReason && may ? (
          <Button variant="default" onClick={onReason}>
            <Trans>Say why</Trans>
          </Button>
        ) : (
          visit && <Delivery delivered={visit.delivered} />
        )}
      </Row>
      {going && may && <WaysThere {...props} />}
    </Stack>
  )
}

/** Delivered and waiting are told apart: by sign and by word. */
function Delivery({ delivered }: { delivered: boolean }) {
  return (
    <Row gap={1} rigid size="small" tone={delivered ? 'ok' : 'info'}>
      <Icon name={delivered ? 'check' : 'cloud-up'} size={15} />
      {delivered ? <Trans>Delivered</Trans> : <Trans>To be sent</Trans>}
    </Row>
  )
}

function WaysThere({ point, onScan, onPlace, onHand }: PointLineProps) {
  const hasPlace = point.latitude !== null && point.longitude !== null
  return (
    <Stack gap={2}>
      <Row gap={2} align="stretch" wrap>
        <Box grow>
          <Button fullWidth size="lg" leftSection={<Icon name="camera" size={20} />} onClick={onScan}>
            <Trans>Scan the point</Trans>
          </Button>
        </Box>
        {hasPlace && (
          <Box grow>
            <Button
              fullWidth
              size="lg"
              variant="default"
              leftSection={<Icon name="pin" size={18} />}
              onClick={onPlace}
            >
              <Trans>I am here</Trans>
            </Button>
          </Box>
        )}
      </Row>
      <Row gap={4} wrap>
        <button
          type="button"
          className={look({ bare: true, pointer: true, tone: 'accent', touchable: true })}
          onClick={onHand}
        >
          <Trans>The label cannot be read</Trans>
        </button>
        {hasPlace && (
          <a
            className={look({ inline: true, tone: 'accent', touchable: true })}
            href={`geo:${point.latitude},${point.longitude}`}
          >
            <Trans>Way there</Trans>
          </a>
        )}
      </Row>
    </Stack>
  )
}
