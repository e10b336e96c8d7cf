// How long the tenant keeps its records: what holds now, what stays in any case, a look ahead before anything is changed, and,
// for whoever runs the installation, how long the disk will do.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readRetention } from '../../contract/endpoints/retention.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Card, SectionTitle, Stack, Table, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { DaysDialog } from './days-dialog.tsx'
import { DiskForecast } from './disk-forecast.tsx'
import { Days, type KeptKind, RETENTION_KEY, type Retention } from './kept-kinds.tsx'
import { kindWords } from './retention-words.ts'

export function RetentionPage() {
  const may = useRights()
  return may('retention.read') ? <Kept /> : <Forbidden />
}

function Kept() {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const [chosen, setChosen] = useState<KeptKind>()
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: RETENTION_KEY,
    queryFn: ({ signal }) => sendRequest(readRetention, {}, { signal }),
  })
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'Retention' })}>
        {!online && data && <StaleBadge at={dataUpdatedAt} />}
      </PageHead>
      {!data && error && <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />}
      {!data && !error && <Loading variant="detail" count={4} />}
      {data && (
        <Stack align="start" gap={3} cols="repeat(auto-fit, minmax(min(100%, 420px), 1fr))" maw={1280}>
          <Card as="section" stack gap={3} aria-labelledby="retention-kinds">
            <SectionTitle id="retention-kinds">
              <Trans>What is forgotten, and when</Trans>
            </SectionTitle>
            <Table>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans context="records">Records</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Kept for</Trans>
                  </th>
                  {may('retention.save') && <th scope="col" aria-label={t`Actions`} />}
                </tr>
              </thead>
              <tbody>
                {data.kinds.map(kept => (
                  <KindLine
                    key={kept.kind}
                    kept={kept}
                    onChange={may('retention.save') ? () => setChosen(kept) : undefined}
                    disabled={!online}
                  />
                ))}
              </tbody>
            </Table>
          </Card>
          <Stack gap={3}>
            <Stays />
            <Decided decided={data.decided} />
            {data.disk && <DiskForecast disk={data.disk} />}
          </Stack>
        </Stack>
      )}
      {chosen && <DaysDialog kept={chosen} onClose={() => setChosen(undefined)} />}
    </PageFrame>
  )
}

function KindLine({
  kept,
  onChange,
  disabled,
}: {
  kept: KeptKind
  onChange: (() => void) | undefined
  disabled: boolean
}) {
  const { i18n, t } = useLingui()
  const { name, stays } = kindWords[kept.kind]
  const named = i18n._(name)
  return (
    <tr>
      <th scope="row">
        <Stack gap={1}>
          <Text>{named}</Text>
          {stays && (
            <Text tone="ink-3" size="small">
              <Trans>Stays: {i18n._(stays)}</Trans>
            </Text>
          )}
        </Stack>
      </th>
      <td>
        <Stack gap={1}>
          <Days days={kept.days} />
          {kept.own && (
            <Text tone="ink-3" size="small">
              <Trans>Decided here</Trans>
            </Text>
          )}
        </Stack>
      </td>
      {onChange && (
        <td>
          <Button
            variant="default"
            size="xs"
            onClick={onChange}
            disabled={disabled}
            aria-label={t`Change: ${named}`}
          >
            <Trans>Change</Trans>
          </Button>
        </td>
      )}
    </tr>
  )
}

/** What no choice on this page touches. */
function Stays() {
  return (
    <Card as="section" stack gap={3} aria-labelledby="retention-stays">
      <SectionTitle id="retention-stays">
        <Trans>What always stays</Trans>
      </SectionTitle>
      <Stack as="ul" gap={2} tone="ink-2" padStart={4}>
        <li>
          <Trans>What is held as evidence: it was copied when it was held.</Trans>
        </li>
        <li>
          <Trans>
            The audit log: an entry that went would break the chain of all that follow, so nobody can shorten
            it.
          </Trans>
        </li>
        <li>
          <Trans>Alarms that are open, and alarms that evidence, an emergency or an incident names.</Trans>
        </li>
        <li>
          <Trans>Bills, payments and refunds, as long as the law asks for.</Trans>
        </li>
        <li>
          <Trans>
            Readings and positions go at the latest when the days of the whole installation are over; a tenant
            can have them forgotten earlier, not later.
          </Trans>
        </li>
      </Stack>
    </Card>
  )
}

/** As the audit log says it. */
function Decided({ decided }: Pick<Retention, 'decided'>) {
  const { i18n } = useLingui()
  return (
    <Card as="section" stack gap={3} aria-labelledby="retention-decided">
      <SectionTitle id="retention-decided">
        <Trans>Decided lately</Trans>
      </SectionTitle>
      {decided.length === 0 ? (
        <Text tone="ink-2">
          <Trans>Nothing: the days of the installation hold.</Trans>
        </Text>
      ) : (
        <Stack as="ul" gap={2} padStart={4}>
          {decided.map(({ at, userName, kind, before, after }) => (
            <li key={`${at} ${kind}`}>
              <Text>
                {i18n._(kindWords[kind].name)}: <Chosen days={before} /> → <Chosen days={after} />
              </Text>{' '}
              <Text tone="ink-3" size="small">
                <bdi>{userName}</bdi> · {i18n.date(at, { dateStyle: 'medium', timeStyle: 'short' })}
              </Text>
            </li>
          ))}
        </Stack>
      )}
    </Card>
  )
}

const Chosen = ({ days }: { days: number | null }) =>
  days === null ? <Trans>as the installation</Trans> : <Days days={days} />
