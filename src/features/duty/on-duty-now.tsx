// Who is on duty at this moment, by posts: the people whom alarms, calls and SOS find.
import { Trans, useLingui } from '@lingui/react/macro'
import { MINUTE_MS } from '../../domain/durations.ts'
import { onDutyAt } from '../../domain/duty/coverage.ts'
import { useRights, useSession } from '../../resource/surroundings.ts'
import { formatAge } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Muted, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import type { NamedPost, Shift } from './roster-query.ts'
import { clockAt, dayAt, sameDay } from './time-words.ts'

/** Whoever was heard of within so long is there. */
const PRESENT_MS = 3 * MINUTE_MS

interface OnDutyNowProps {
  posts: readonly NamedPost[]
  shifts: readonly Shift[]
  now: number
  onOpen: (id: number) => void
}

export function OnDutyNow({ posts, shifts, now, onOpen }: OnDutyNowProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const on = onDutyAt(
    shifts.filter(({ state }) => state === 'published'),
    now,
  )
  return (
    <Stack as="section" gap={2} aria-label={t`On duty now`}>
      <Row gap={2} wrap>
        <SectionTitle>
          <Trans>On duty now</Trans>
        </SectionTitle>
        <Muted>
          <Trans>
            {dayAt(now, locale)}, {clockAt(now)} · the ones whom alarms, calls and SOS find
          </Trans>
        </Muted>
      </Row>
      <Stack tiles="small" gap={2}>
        {posts.map(post => (
          <PostNow
            key={post.id}
            post={post}
            shifts={on.filter(({ postId }) => postId === post.id)}
            now={now}
            onOpen={onOpen}
          />
        ))}
      </Stack>
    </Stack>
  )
}

interface PostNowProps {
  post: NamedPost
  shifts: readonly Shift[]
  now: number
  onOpen: (id: number) => void
}

function PostNow({ post, shifts, now, onOpen }: PostNowProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const may = useRights()
  const own = useSession()?.user.id
  const [first] = shifts
  if (!first)
    return (
      <Stack card one gap={1} pad={3} edge={post.minHeads > 0 ? 'critical' : 'line'}>
        <Muted as="bdi">{post.name}</Muted>
        <Text strong tone={post.minHeads > 0 ? 'critical' : 'ink-2'}>
          <Trans>Nobody</Trans>
        </Text>
        <Muted>
          <Trans>Alarms go to the other receivers</Trans>
        </Muted>
      </Stack>
    )
  const until = Math.min(...shifts.map(({ endsAt }) => endsAt))
  const untilText = sameDay(until, now) ? clockAt(until) : `${dayAt(until, locale)} ${clockAt(until)}`
  const phone = shifts.find(({ workerPhone }) => workerPhone)?.workerPhone
  const account = shifts.find(({ accountId }) => accountId !== null && accountId !== own)?.accountId
  return (
    <Stack card one gap={1} pad={3} shrink>
      <Row justify="between" gap={2}>
        <Muted as="bdi" clip shrink>
          {post.name}
        </Muted>
        <Muted nowrap>
          <Trans>until {untilText}</Trans>
        </Muted>
      </Row>
      <Row justify="between" gap={2}>
        <button
          type="button"
          className={look({
            bare: true,
            pointer: true,
            text: 'start',
            strong: true,
            breaks: true,
            quietLink: true,
          })}
          onClick={() => onOpen(first.id)}
        >
          {shifts.map(({ workerName }) => workerName ?? '').join(', ')}
        </button>
        {account && may('call.direct') && (
          <a
            className={look({ inline: true, tone: 'accent', rigid: true, touchable: true })}
            href={`#/callPhone?reciever=${account}`}
          >
            <Icon name="mic" label={t`Call over the console`} />
          </a>
        )}
        {phone && (
          <a
            className={look({ inline: true, tone: 'accent', rigid: true, touchable: true })}
            href={`tel:${phone}`}
          >
            <Icon name="phone" label={phone} />
          </a>
        )}
      </Row>
      <Presence shifts={shifts} now={now} />
    </Stack>
  )
}

/** What matters most of those who stand here: a handover that lacks something, then whether they can be reached. */
function Presence({ shifts, now }: { shifts: readonly Shift[]; now: number }) {
  const locale = useIntlLocale()
  if (shifts.some(({ handover }) => handover === 'half' || handover === 'open'))
    return (
      <Text size="small" tone="warning">
        <StateMark shape="abnormal" label={<Trans>Handover lacks a signature</Trans>} />
      </Text>
    )
  const seen = Math.max(...shifts.map(({ seenAt }) => seenAt ?? 0))
  if (seen === 0)
    return (
      <Text size="small" tone="ink-3">
        <StateMark shape="offline" label={<Trans>No phone in the console</Trans>} />
      </Text>
    )
  if (now - seen < PRESENT_MS)
    return (
      <Text size="small" tone="ok">
        <StateMark shape="online" label={<Trans>In the console</Trans>} />
      </Text>
    )
  return (
    <Text size="small" tone="ink-3">
      <StateMark shape="offline" label={<Trans>Last seen {formatAge(seen, now, locale)}</Trans>} />
    </Text>
  )
}
