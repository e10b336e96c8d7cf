// Hands a sealed case over, whole or with leaves withheld: which, is chosen from what was recorded, and that look is written down.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CaseItem, handOver, lookAtCase } from '../../contract/endpoints/evidence-case.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Muted, Stack, Text } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'

/** Stands for the bytes of an item, beside the paths of its leaves; no path begins so. */
const CONTENT = 'content'
const keyOf = (no: number, path: string) => `${no} ${path}`

export function HandOver({ caseId, items }: { caseId: number; items: readonly CaseItem[] }) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const client = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const changed = () => client.invalidateQueries({ queryKey: ['entity', 'evidenceCase'] })
  const seen = useMutation({
    mutationFn: () => sendRequest(lookAtCase, { id: caseId }),
    onSuccess: changed,
  })
  const give = useMutation({
    mutationFn: () =>
      sendRequest(handOver, {
        id: caseId,
        hidden: (seen.data ?? []).map(({ no, leaves }) => ({
          no,
          paths: leaves.map(({ path }) => path).filter(path => hidden.has(keyOf(no, path))),
          content: hidden.has(keyOf(no, CONTENT)),
        })),
      }),
    onSuccess: changed,
  })
  const toggle = (key: string) =>
    setHidden(before => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  const box = (key: string, label: string, value: string) => (
    <Checkbox
      key={key}
      size="sm"
      checked={hidden.has(key)}
      onChange={() => toggle(key)}
      label={
        <Text breaks>
          <bdi dir="ltr">{label}</bdi> {value !== '' && <Text tone="ink-2">{value}</Text>}
        </Text>
      }
    />
  )
  const count = hidden.size
  const problem = seen.error ?? give.error
  return (
    <PeekSection title={<Trans>Hand over</Trans>}>
      <Stack gap={3}>
        {seen.data ? (
          <>
            <Text as="p" tone="ink-2">
              <Trans>Tick what is withheld. It leaves the archive, and the rest still proves itself.</Trans>
            </Text>
            {seen.data.map(({ no, leaves }) => {
              const item = items.find(each => each.no === no)
              return (
                <Stack as="fieldset" bare key={no} gap={2}>
                  <Text as="legend" strong breaks>
                    {no} <bdi>{item?.label}</bdi>
                  </Text>
                  {item?.contentBytes != null && box(keyOf(no, CONTENT), t`The file itself`, '')}
                  {leaves.map(({ path, value }) => box(keyOf(no, path), path, value))}
                </Stack>
              )
            })}
          </>
        ) : (
          may('evidenceCase.look') && (
            <>
              <Button
                variant="default"
                leftSection={<Icon name="eye" />}
                loading={seen.isPending}
                disabled={!online}
                onClick={() => seen.mutate()}
              >{t`Choose what is withheld`}</Button>
              <Muted as="p">
                <Trans>Shows what was recorded. The look is written to the chain of custody.</Trans>
              </Muted>
            </>
          )
        )}
        {problem && (
          <Text as="p" role="alert" tone="critical">
            {i18n._(wordsForError(problem))}
          </Text>
        )}
        <Button
          leftSection={<Icon name="shield" />}
          loading={give.isPending}
          disabled={!online}
          onClick={() => give.mutate()}
        >
          {count > 0 ? t`Make an archive, ${count} withheld` : t`Make an archive`}
        </Button>
      </Stack>
    </PeekSection>
  )
}
