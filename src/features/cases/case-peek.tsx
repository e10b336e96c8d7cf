// The panel of a case: what it holds, what may be done with it, what was handed over, who did what, and how to verify it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actWords, kindWords } from '../../case-verifier/record-words.ts'
import { type CaseContents, caseArchive } from '../../contract/endpoints/evidence-case.ts'
import type { evidenceCase } from '../../domain/case-file/evidence-case.ts'
import type { RowOf } from '../../domain/entity.ts'
import { ByteSize } from '../../resource/byte-size.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { downloadFile } from '../../resource/give-file.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { contentsOptions, keyOptions } from './case-query.ts'
import { HandOver } from './hand-over.tsx'
import { HoldForm } from './hold-form.tsx'
import { Hash, SealSection } from './seal-section.tsx'

type Case = RowOf<typeof evidenceCase>

export function CasePeek({ row }: { row: Case }) {
  const { i18n } = useLingui()
  const online = useOnline()
  const may = useRights()
  const { data, error, isError, refetch, isFetching, dataUpdatedAt } = useQuery(contentsOptions(row.id))
  if (!data)
    return (
      <PeekSection>
        {isError ? (
          <ErrorState
            what={i18n._(wordsForError(error))}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Loading variant="list" count={4} />
        )}
      </PeekSection>
    )
  return (
    <>
      {(!online || isError) && (
        <PeekSection>
          <StaleBadge at={dataUpdatedAt} />
        </PeekSection>
      )}
      <Items items={data.items} />
      {row.state === 'open' && may('evidenceCase.hold') && <HoldForm caseId={row.id} />}
      {row.state !== 'open' && may('evidenceCase.handOver') && (
        <HandOver key={row.id} caseId={row.id} items={data.items} />
      )}
      {data.exports.length > 0 && <Exports exports={data.exports} number={row.number} />}
      {data.seal && <Verifying row={row} contents={data} seal={data.seal} />}
      <Custody lines={data.custody} />
    </>
  )
}

const Moment = ({ at }: { at: number }) => <bdi dir="ltr">{formatMoment(at)}</bdi>

function Items({ items }: Pick<CaseContents, 'items'>) {
  const { i18n } = useLingui()
  return (
    <PeekSection title={<Trans>What is held</Trans>}>
      {items.length === 0 ? (
        <Muted as="p">
          <Trans>Nothing is held yet.</Trans>
        </Muted>
      ) : (
        <List stack gap={2}>
          {items.map(item => (
            <Row as="li" key={item.no} gap={3} align="start">
              <Text tone="ink-3">{item.no}</Text>
              <Stack grow shrink gap="half">
                <Text strong breaks>
                  <bdi>{item.label}</bdi>
                </Text>
                <Text size="small" tone="ink-2" breaks>
                  {i18n._(kindWords[item.kind])}
                  {item.contentBytes !== null && (
                    <>
                      {' · '}
                      <ByteSize bytes={item.contentBytes} />
                    </>
                  )}
                  {' · '}
                  <bdi>{item.heldByName}</bdi> {' · '}
                  <Moment at={item.heldAt} />
                </Text>
              </Stack>
            </Row>
          ))}
        </List>
      )}
    </PeekSection>
  )
}

function Exports({ exports, number }: Pick<CaseContents, 'exports'> & { number: string }) {
  const { t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const [busy, setBusy] = useState<number>()
  const fetchOne = async (id: number) => {
    setBusy(id)
    await downloadFile(caseArchive, { id }, `${number}.zip`)
    setBusy(undefined)
  }
  return (
    <PeekSection title={<Trans>Archives handed over</Trans>}>
      <List stack gap={3}>
        {exports.map(({ id, at, byName, withheld }) => (
          <Row as="li" key={id} gap={3} wrap>
            <Stack grow shrink gap="half">
              <Text>
                <Moment at={at} />
              </Text>
              <Text size="small" tone="ink-2" breaks>
                <bdi>{byName}</bdi>
                {withheld > 0 && (
                  <>
                    {' · '}
                    <Trans>{withheld} withheld</Trans>
                  </>
                )}
              </Text>
            </Stack>
            {may('evidenceCase.handOver') && (
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<Icon name="download" />}
                loading={busy === id}
                disabled={!online}
                onClick={() => void fetchOne(id)}
              >{t`Download`}</Button>
            )}
          </Row>
        ))}
      </List>
    </PeekSection>
  )
}

interface VerifyingProps {
  row: Case
  contents: CaseContents
  seal: NonNullable<CaseContents['seal']>
}

/** The seal and the fingerprint stand here, outside of every archive: that is what makes an archive of another key one. */
function Verifying({ row, contents, seal }: VerifyingProps) {
  const { i18n, t } = useLingui()
  const { data, error, isError } = useQuery(keyOptions)
  const { stamp, stamps } = contents
  return (
    <>
      {data && <SealSection {...{ row, seal, stamp, stamps }} fingerprint={data.fingerprint} />}
      <PeekSection title={<Trans>How to verify it</Trans>}>
        <Stack gap={3}>
          <Text as="p" tone="ink-2">
            <Trans>
              Whoever gets an archive opens the verifier in a browser and drops the archive on it. Neither a
              network nor an account is needed. Tell them the fingerprint by another way than the archive.
            </Trans>
          </Text>
          {isError && (
            <Text as="p" tone="critical">
              {i18n._(wordsForError(error))}
            </Text>
          )}
          {data?.verifier != null && (
            <>
              <Facts
                facts={[
                  { id: 'verifier', label: t`SHA-256 of the verifier`, value: <Hash text={data.verifier} /> },
                ]}
              />
              <a
                className={look({ inline: true, gap: 2, touchable: true, tone: 'accent' })}
                href="/evidence-verifier.html"
                download="verifier.html"
              >
                <Icon name="download" /> <Trans>Download the verifier</Trans>
              </a>
            </>
          )}
        </Stack>
      </PeekSection>
    </>
  )
}

function Custody({ lines }: { lines: CaseContents['custody'] }) {
  const { i18n } = useLingui()
  return (
    <PeekSection title={<Trans>Chain of custody</Trans>}>
      <List as="ol" stack gap={2}>
        {lines.map(({ seq, at, by, act }) => (
          <Row as="li" key={seq} gap={3} align="start">
            <Text tone="ink-3">{seq}</Text>
            <Stack grow shrink gap="half">
              <Text>{i18n._(actWords[act])}</Text>
              <Text size="small" tone="ink-2" breaks>
                <bdi>{by}</bdi>
                {' · '}
                <Moment at={at} />
              </Text>
            </Stack>
          </Row>
        ))}
      </List>
    </PeekSection>
  )
}
