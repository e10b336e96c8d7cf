// A week of the roster on one axis through midnight: a row a post, nights sunken, gaps hatched, the present moment a line.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { nightsOf } from '../../domain/duty/coverage.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import type { Values } from '../../resource/view.ts'
import { tenantZone } from '../../resource/zone.ts'
import { look } from '../../ui/kit/look.ts'
import { Box, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import css from './roster.module.css'
import type { Shift } from './roster-query.ts'
import { type PostLines, percentAt, type ShownRoster } from './shown-roster.ts'
import { clockAt, dayAt, sameDay, spanText } from './time-words.ts'

interface RosterWeekProps {
  roster: ShownRoster
  now: number
  onOpen: (id: number) => void
  onAdd: (values: Values) => void
}

const NAMES = 116
const LINE = 34

export function RosterWeek({ roster, now, onOpen, onAdd }: RosterWeekProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const { week } = roster
  const isNow = now >= week.startsAt && now < week.endsAt
  return (
    <Box card rigid pad={0} scroll="x" role="region" aria-label={t`Week`} tabIndex={0}>
      <Stack miw={760}>
        <Row align="stretch" edgeBelow>
          <Row w={NAMES} rigid padX={3}>
            <Muted>
              <Trans context="work">Post</Trans>
            </Muted>
          </Row>
          {/* Time runs from left to right in every language. */}
          <Box dir="ltr" grow relative mih={44}>
            {week.days.map((day, at) => (
              <Row
                key={day}
                absolute
                insetX={`${percentAt(week, day)}% auto`}
                insetY="0 0"
                w={`${percentAt(week, week.days[at + 1] ?? week.endsAt) - percentAt(week, day)}%`}
                justify="center"
                edgeStart
              >
                <Text
                  as="bdi"
                  size="small"
                  strong
                  tone={isNow && sameDay(day, now) ? 'accent' : 'ink-2'}
                  nowrap
                >
                  {dayAt(day, locale)}
                </Text>
              </Row>
            ))}
            {isNow && (
              <Box absolute insetX={`${percentAt(week, now)}% auto`} insetY="auto 0" w={0} z={2}>
                <Text
                  absolute
                  insetX="-22px auto"
                  insetY="auto -2px"
                  padX={1}
                  round="small"
                  size="caption"
                  strong
                  ground="critical-fill"
                  tone="on-critical"
                >
                  {clockAt(now)}
                </Text>
              </Box>
            )}
          </Box>
        </Row>
        {roster.posts.map(lines => (
          <PostRow key={lines.post.id} {...lines} roster={roster} now={now} onOpen={onOpen} onAdd={onAdd} />
        ))}
      </Stack>
    </Box>
  )
}

function PostRow({ post, lines, gaps, roster, now, onOpen, onAdd }: PostLines & RosterWeekProps) {
  const { week } = roster
  const room = Math.max(lines.length, post.minHeads, 1)
  const nights = nightsOf(tenantZone(), week)
  return (
    <Row align="stretch" edgeBelow lastBare>
      <Stack w={NAMES} rigid pad={3} gap="half">
        <Text as="bdi" strong breaks>
          {post.name}
        </Text>
        {post.minHeads > 0 && (
          <Muted>
            <Plural value={post.minHeads} one="# needed" other="# needed" />
          </Muted>
        )}
      </Stack>
      <Box dir="ltr" grow relative mih={room * LINE + 12}>
        {nights.map(({ startsAt, endsAt }) => (
          <Box
            key={startsAt}
            absolute
            still
            className={css.night}
            insetX={`${percentAt(week, startsAt)}% auto`}
            insetY="0 0"
            w={`${percentAt(week, endsAt) - percentAt(week, startsAt)}%`}
          />
        ))}
        {gaps.map(gap => (
          <GapBlock key={gap.startsAt} gap={gap} roster={roster} room={room} onAdd={onAdd} />
        ))}
        {lines.flatMap((line, at) =>
          line.map(shift => (
            <Block key={shift.id} shift={shift} line={at} roster={roster} now={now} onOpen={onOpen} />
          )),
        )}
        {now >= week.startsAt && now < week.endsAt && (
          <Box
            absolute
            still
            className={css.now}
            insetX={`${percentAt(week, now)}% auto`}
            insetY="0 0"
            z={2}
          />
        )}
      </Box>
    </Row>
  )
}

interface BlockProps {
  shift: Shift
  line: number
  roster: ShownRoster
  now: number
  onOpen: (id: number) => void
}

function Block({ shift, line, roster, now, onOpen }: BlockProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const { week, overlaps, swaps } = roster
  const overlapping = overlaps.some(({ turns }) => turns.includes(shift.id))
  const swap = swaps.find(({ shiftId }) => shiftId === shift.id)
  const isNow = shift.startsAt <= now && now < shift.endsAt
  const name = swap ? `${shift.workerName} → ${swap.toWorkerName}` : (shift.workerName ?? '')
  const said = [
    name,
    shift.postName,
    spanText(shift.startsAt, shift.endsAt, locale),
    ...(shift.state === 'draft' ? [t({ context: 'roster', message: 'Draft' })] : []),
    ...(overlapping ? [t`Overlap`] : []),
    ...(swap ? [t`Swap`] : []),
  ].join(', ')
  return (
    <Box
      absolute
      insetX={`calc(${percentAt(week, shift.startsAt)}% + 1px) auto`}
      insetY={`${6 + line * LINE}px auto`}
      w={`calc(${percentAt(week, shift.endsAt) - percentAt(week, shift.startsAt)}% - 2px)`}
      h={30}
      z={1}
    >
      <button
        type="button"
        title={said}
        aria-label={said}
        onClick={() => onOpen(shift.id)}
        className={look(
          {
            bare: true,
            block: true,
            pad: 0,
            wide: true,
            tall: true,
            round: 'control',
            size: 'small',
            text: 'center',
            clip: true,
            pointer: true,
            ...(overlapping
              ? { soft: 'warning', edge: 'attention', strong: true }
              : swap
                ? { soft: 'new', edge: 'new' }
                : isNow
                  ? { ground: 'accent-soft', edge: 'accent', strong: true, tone: 'ink' }
                  : {
                      ground: 'surface',
                      edge: shift.state === 'draft' ? 'dashed' : 'line',
                      tone: 'ink',
                    }),
          },
          swap && css.swap,
        )}
      >
        <bdi>{name}</bdi>
      </button>
    </Box>
  )
}

interface GapBlockProps {
  gap: PostLines['gaps'][number]
  roster: ShownRoster
  room: number
  onAdd: (values: Values) => void
}

function GapBlock({ gap, roster, room, onAdd }: GapBlockProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const may = useRights()
  const online = useOnline()
  const { week } = roster
  const said = `${t({ context: 'roster', message: 'Gap' })}: ${spanText(gap.startsAt, gap.endsAt, locale)}`
  // It stands where somebody is missing: below those who are there.
  const top = 6 + gap.heads * LINE
  return (
    <Box
      absolute
      insetX={`calc(${percentAt(week, gap.startsAt)}% + 1px) auto`}
      insetY={`${top}px auto`}
      w={`calc(${percentAt(week, gap.endsAt) - percentAt(week, gap.startsAt)}% - 2px)`}
      h={Math.max(1, room - gap.heads) * LINE - 4}
    >
      <button
        type="button"
        title={said}
        aria-label={said}
        disabled={!online || !may('dutyShift.save')}
        onClick={() => onAdd({ postId: gap.postId, startsAt: gap.startsAt, endsAt: gap.endsAt })}
        className={look(
          {
            block: true,
            wide: true,
            tall: true,
            round: 'control',
            edge: 'critical',
            size: 'small',
            strong: true,
            tone: 'critical',
            clip: true,
            pointer: true,
          },
          css.gap,
        )}
      >
        <Trans context="roster">Gap</Trans>
      </button>
    </Box>
  )
}
