// What else waits for me besides my round: work with my name on it, and what was announced to me and not read or not confirmed.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useRights } from '../../resource/surroundings.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Stack, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { useOwnAnnouncements, useOwnWork } from './my-day-query.ts'

export function ToDo() {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const may = useRights()
  const work = useOwnWork(may('workItem.read'))
  const announced = useOwnAnnouncements(may('announcementReceipt.read'))
  if (work.length === 0 && announced.length === 0) return null
  const day = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', day: 'numeric' })
  return (
    <Stack as="section" card one pad={0} aria-label={t`Waits for you`}>
      <List>
        {work.map(({ id, title, late, dueOn }, at) => (
          <Line
            key={`work-${id}`}
            edged={at > 0}
            to={`#/workItems?open=${id}`}
            icon="tool"
            tone={late ? 'critical' : 'attention'}
            title={title}
          >
            {late ? (
              <Trans>Overdue since {day.format(Date.parse(dueOn))}</Trans>
            ) : (
              <Trans>Due by {day.format(Date.parse(dueOn))}</Trans>
            )}
          </Line>
        ))}
        {announced.map(({ id, title, mustConfirm }, at) => (
          <Line
            key={`announcement-${id}`}
            edged={work.length + at > 0}
            to={`#/siteAnnouncement?open=${id}`}
            icon="inbox"
            tone={mustConfirm ? 'attention' : 'ink-2'}
            title={title}
          >
            {mustConfirm ? (
              <Trans>Announcement · to be confirmed</Trans>
            ) : (
              <Trans>Announcement · not read yet</Trans>
            )}
          </Line>
        ))}
      </List>
    </Stack>
  )
}

interface LineProps {
  /** A line above it. */
  edged: boolean
  to: string
  icon: IconName
  tone: 'critical' | 'attention' | 'ink-2'
  title: string
  children: ReactNode
}

function Line({ edged, to, icon, tone, title, children }: LineProps) {
  return (
    <li>
      <a
        href={to}
        className={look({
          row: true,
          edgeAbove: edged,
          gap: 3,
          pad: 3,
          touchable: true,
          tone: 'ink',
          hovers: true,
        })}
      >
        <Text tone={tone}>
          <Icon name={icon} size={20} />
        </Text>
        <Stack grow shrink gap="half">
          <Text as="bdi" strong>
            {title}
          </Text>
          <Text size="small" tone={tone}>
            {children}
          </Text>
        </Stack>
        <Text tone="ink-3">
          <Icon name="forward" size={18} />
        </Text>
      </a>
    </li>
  )
}
