// The last alarms of a device, in the words that the alarms' own view brings along.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { alarm } from '../../domain/alarm/alarm.ts'
import { wordText } from '../../resource/cells.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { pageOptions } from '../../resource/query.ts'
import { useRelatedView } from '../../resource/related-views.tsx'
import { Age } from '../../ui/age.tsx'
import { List, Row, Text } from '../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { Loading } from '../../ui/states.tsx'

const SHOWN = 8

export function DeviceAlarms({ imei }: { imei: string }) {
  const { i18n } = useLingui()
  const view = useRelatedView('alarm')
  const { data, isError, error } = useQuery(
    pageOptions(alarm, { page: 1, size: SHOWN, sort: '-raisedAt', imei }),
  )
  if (!data) {
    if (isError)
      return (
        <Text as="p" size="caption" tone="ink-3">
          {i18n._(wordsForError(error))}
        </Text>
      )
    return <Loading variant="list" count={3} />
  }
  if (data.list.length === 0) {
    return (
      <Text as="p" size="caption" tone="ink-3">
        <Trans>This device has raised no alarm.</Trans>
      </Text>
    )
  }
  const say = (field: string, word: string) => (view ? wordText(view, field, word, i18n) : word)
  return (
    <List>
      {data.list.map(row => (
        <Row as="li" key={row.id} wrap gap={1} columnGap={3} atLeast="finger" edgeBelow lastBare>
          <SeverityBadge tone={row.severity} urgent={row.severity === 'critical' && row.status === 'open'}>
            {say('type', row.type)}
          </SeverityBadge>
          <Text grow shrink breaks>
            {say('status', row.status)}
          </Text>
          <Text size="caption" tone="ink-3">
            {row.takenBy && <bdi>{row.takenBy} · </bdi>}
            <Age at={row.raisedAt} />
          </Text>
        </Row>
      ))}
    </List>
  )
}
