// On an alarm: the emergency that it belongs to, else one tap to open one, or to add it to one that is open nearby.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { alarm } from '../../domain/alarm/alarm.ts'
import { emergency } from '../../domain/emergency/emergency.ts'
import type { RowOf } from '../../domain/entity.ts'
import { sendRequest } from '../../platform/http.ts'
import { RequestError } from '../../platform/request-error.ts'
import { typeWords } from '../../resource/alarm-type-words.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { endpointsFor, invalidateEntity } from '../../resource/query.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Row, SectionTitle, Text } from '../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { ofAlarmOptions } from './emergency-query.ts'
import { emergencyPath, stateWords } from './emergency-words.ts'

interface EmergencyOfAlarmProps {
  row: RowOf<typeof alarm>
  place: 'panel' | 'page'
}

export function EmergencyOfAlarm({ row, place }: EmergencyOfAlarmProps) {
  const { i18n } = useLingui()
  const may = useRights()
  const online = useOnline()
  const client = useQueryClient()
  const reads = may('emergency.read')
  const { data, error } = useQuery({ ...ofAlarmOptions(row.id), enabled: reads })
  const refresh = () => invalidateEntity(client, emergency)
  const open = useMutation({
    mutationFn: () => sendRequest(endpointsFor(emergency).save, opening(row, i18n._(typeWords[row.type]))),
    onSuccess: ({ id }) => {
      void refresh()
      globalThis.location.hash = emergencyPath(id)
    },
    onError: showFailure,
  })
  const add = useMutation({
    mutationFn: async (id: number) => {
      const { results } = await sendRequest(endpointsFor(emergency).command('attach'), {
        ids: [id],
        input: { of: 'alarm', subjectId: row.id },
      })
      return results
    },
    onSuccess: refresh,
    onError: showFailure,
  })
  if (!reads) return null
  const [belongs] = data?.of ?? []
  const near = data?.near ?? []
  const refusal = add.data?.find(({ ok }) => !ok)?.error
  const looks = place === 'page' ? { card: true } : { pad: 4 as const, edgeBelow: true }
  const opens = may('emergency.save') && !belongs
  if (data && !belongs && !opens && near.length === 0) return null
  return (
    <Box as="section" {...looks} aria-labelledby={`emergency-${row.id}`}>
      <SectionTitle as="h3" id={`emergency-${row.id}`} below={2}>
        <Trans>Emergency</Trans>
      </SectionTitle>
      {data?.of.map(each => (
        <Row key={each.id} wrap gap={2}>
          <a className={look({ tone: 'accent', breaks: true })} href={`#${emergencyPath(each.id)}`}>
            <bdi>{each.title}</bdi>
          </a>
          <SeverityBadge tone={stateWords[each.state].tone}>
            {i18n._(stateWords[each.state].label)}
          </SeverityBadge>
        </Row>
      ))}
      {!data && error && (
        <Text as="p" tone="critical">
          {i18n._(wordsForError(error))}
        </Text>
      )}
      {refusal && (
        <Text as="p" tone="critical">
          {i18n._(wordsForError(new RequestError({ kind: 'refused', id: refusal.id })))}
        </Text>
      )}
      {!belongs && (
        <Row wrap gap={2}>
          {opens && (
            <Button
              variant="default"
              leftSection={<Icon name="alert" />}
              disabled={!online || !data}
              loading={open.isPending}
              onClick={() => open.mutate()}
            >
              <Trans>Open an emergency</Trans>
            </Button>
          )}
          {may('emergency.work') &&
            near.map(each => (
              <Button
                key={each.id}
                variant="default"
                disabled={!online}
                loading={add.isPending}
                onClick={() => add.mutate(each.id)}
              >
                <Trans>
                  Add to emergency: <bdi>{each.title}</bdi>
                </Trans>
              </Button>
            ))}
        </Row>
      )}
    </Box>
  )
}

/** What an alarm says of the emergency that it begins. */
function opening(row: RowOf<typeof alarm>, type: string) {
  const { place, latitude, longitude, departmentId } = row
  const who = row.wearerName ?? row.deviceName
  return {
    title: `${type} · ${who}`.slice(0, 120),
    kind: 'real' as const,
    severity: row.severity === 'info' ? ('attention' as const) : row.severity,
    ...(place && { place: place.slice(0, 200) }),
    ...(departmentId && { departmentId }),
    ...(latitude !== null && longitude !== null && { latitude, longitude, radius: 200 }),
    startedAt: row.raisedAt,
    alarmId: row.id,
  }
}
