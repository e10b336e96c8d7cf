// An alarm on the wall: the red head over its picture, its card beside the wall, and the line that says what it replaced.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { alarm } from '../../domain/alarm/alarm.ts'
import type { RowOf } from '../../domain/entity.ts'
import type { Wall } from '../../domain/video/wall.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { wordText } from '../../resource/cells.tsx'
import { useRelatedView } from '../../resource/related-views.tsx'
import { Elapsed } from '../../ui/age.tsx'
import { CallButton } from '../../ui/call-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'

export type AlarmRow = RowOf<typeof alarm>

/** A word of an alarm, in the words of its own view, which the route brings along. */
function useAlarmWords() {
  const { i18n } = useLingui()
  const view = useRelatedView('alarm')
  return (field: 'type' | 'severity', word: string) => (view ? wordText(view, field, word, i18n) : word)
}

/** Over the picture. */
export function AlarmHead({ row }: { row: AlarmRow }) {
  const say = useAlarmWords()
  return (
    <Row gap={2} padX={3} padY={1} loud rigid size="section" strong tone="on-critical">
      <Icon name="alert" size={20} />
      <Text clip grow shrink>
        {say('type', row.type)} · <bdi>{row.place || row.deviceName}</bdi>
      </Text>
      <Elapsed since={row.raisedAt} />
    </Row>
  )
}

/** Beside the wall: what, where, how far from the camera, who has it, and taking it. */
export function AlarmCard({ row, metres }: { row: AlarmRow; metres: number | undefined }) {
  const view = useRelatedView('alarm')
  const say = useAlarmWords()
  const locale = useIntlLocale()
  const away =
    metres !== undefined &&
    numberFormat(locale, { style: 'unit', unit: 'meter', maximumFractionDigits: 0 }).format(metres)
  return (
    <Stack as="section" gap={2} padX={4} padY={3} soft="critical" edgeBelow role="region">
      <Row gap={2} wrap>
        <Text size="section" strong>
          {say('type', row.type)}
        </Text>
        <SeverityBadge tone={row.severity} urgent>
          {say('severity', row.severity)}
        </SeverityBadge>
        <Text pushed strong>
          <Elapsed since={row.raisedAt} />
        </Text>
      </Row>
      <Stack gap={0}>
        <Text tone="ink">
          {row.wearerName && (
            <>
              <bdi>{row.wearerName}</bdi> ·{' '}
            </>
          )}
          <bdi>{row.deviceName}</bdi>
        </Text>
        {row.place && (
          <Text size="small" tone="ink-2">
            <bdi>{row.place}</bdi>
          </Text>
        )}
        <Text size="small" tone="ink-2">
          {away && (
            <>
              <Trans>About {away} from the camera</Trans> ·{' '}
            </>
          )}
          {row.takenBy ? (
            <Trans>{row.takenBy} is on the way</Trans>
          ) : (
            <Text strong tone="critical">
              <Trans>Nobody yet</Trans>
            </Text>
          )}
        </Text>
      </Stack>
      {view && (
        <ActionsProvider view={view}>
          <AlarmButtons row={row} />
        </ActionsProvider>
      )}
    </Stack>
  )
}

function AlarmButtons({ row }: { row: AlarmRow }) {
  const { t } = useLingui()
  const router = useRouter()
  const { actionsFor } = useActions()
  const take = actionsFor([row]).find(({ id }) => id === 'take')
  return (
    <Row gap={2} wrap>
      {take && (
        <Button
          color="critical"
          leftSection={<Icon name="check" />}
          disabled={take.blocked !== undefined}
          title={take.blocked}
          onClick={take.run}
        >
          {take.label}
        </Button>
      )}
      {row.userPhone && <CallButton number={row.userPhone} />}
      <Button
        variant="default"
        aria-label={t`On the map`}
        title={t`On the map`}
        onClick={() => router.history.push(`/location?imei=${encodeURIComponent(row.imei)}`)}
      >
        <Icon name="pin" />
      </Button>
      <Button variant="default" onClick={() => router.history.push(`/AlarmHistory?open=${row.id}`)}>
        <Trans>Open the alarm</Trans>
      </Button>
    </Row>
  )
}

interface AlarmLineProps {
  wall: Wall
  nameOf: (cameraId: number) => string
  onBack: () => void
}

/** What the alarm opened and what it replaced, and the way back. */
export function AlarmOpened({ wall: { alarm, waiting }, nameOf, onBack }: AlarmLineProps) {
  if (!alarm) return null
  const [camera, replaced] = [
    nameOf(alarm.key),
    alarm.replaced === undefined ? undefined : nameOf(alarm.replaced),
  ]
  return (
    <Row wrap gap={2} padX={3} padY={2} round="control" soft="critical" role="status">
      <Icon name="alert" size={18} />
      <Text grow shrink>
        {replaced === undefined ? (
          <Trans>An alarm has opened {camera}.</Trans>
        ) : alarm.closed ? (
          <Trans>
            An alarm has opened {camera}. All six places were taken: it replaced {replaced}, which comes back
            once the alarm is handled.
          </Trans>
        ) : (
          <Trans>
            An alarm has put {camera} in the large place. {replaced} comes back there once it is handled.
          </Trans>
        )}
        {waiting.length > 0 && (
          <>
            {' '}
            <Plural
              value={waiting.length}
              one="One more alarm waits for the large place."
              other="# more alarms wait for the large place."
            />
          </>
        )}
      </Text>
      <Button variant="default" onClick={onBack}>
        <Trans>Put back now</Trans>
      </Button>
    </Row>
  )
}
