// What the last inspection found: each line of its checklist, and its photos.
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { inspectionRecord } from '../../domain/site/inspection.ts'
import { Photos } from '../../resource/photos.tsx'
import { pageOptions } from '../../resource/query.ts'
import { Icon } from '../../ui/icons.tsx'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'

export function LastFound({ inspectionId }: { inspectionId: number }) {
  const { data } = useQuery(
    pageOptions(inspectionRecord, { page: 1, size: 1, sort: '-createdAt', inspectionId }),
  )
  const last = data?.list[0]
  if (!last) return null
  return (
    <PeekSection title={<Trans>Found on {last.doneOn}</Trans>}>
      <Stack gap={3}>
        <List stack gap={1}>
          {last.checks.map(({ item, ok, note }) => (
            <Row as="li" key={item} gap={2} align="start">
              <Text tone={ok ? 'ok' : 'critical'}>
                <Icon name={ok ? 'check' : 'alert'} size={16} />
              </Text>
              <Text grow shrink breaks>
                <bdi>{item}</bdi>{' '}
                <Text tone={ok ? 'ink-3' : 'critical'}>
                  {ok ? <Trans>In order</Trans> : <Trans>Not in order</Trans>}
                  {note && (
                    <>
                      {': '}
                      <bdi>{note}</bdi>
                    </>
                  )}
                </Text>
              </Text>
            </Row>
          ))}
        </List>
        {last.photos.length > 0 && <Photos addresses={last.photos} />}
      </Stack>
    </PeekSection>
  )
}
