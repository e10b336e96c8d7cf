// Other days for one kind: how many records that would remove is said before it is decided.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal, NumberInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { previewRetention, saveRetention } from '../../contract/endpoints/retention.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { ByteSize } from '../../resource/byte-size.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { Days, type KeptKind, RETENTION_KEY } from './kept-kinds.tsx'
import { kindWords } from './retention-words.ts'

export function DaysDialog({ kept, onClose }: { kept: KeptKind; onClose: () => void }) {
  useFocusBack()
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const { kind, least, most, installation } = kept
  const [days, setDays] = useState(kept.days)
  const [busy, setBusy] = useState(false)
  const fits = Number.isInteger(days) && days >= least && days <= most
  const save = async (chosen: number | null) => {
    setBusy(true)
    try {
      await sendRequest(saveRetention, { kind, days: chosen })
      showToast({ kind: 'ok', message: msg`Saved` })
      await client.invalidateQueries({ queryKey: RETENTION_KEY })
      onClose()
    } catch (error) {
      showFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={i18n._(kindWords[kind].name)}
      size="sm"
      closeButtonProps={{ 'aria-label': t`Close`, iconSize: 18 }}
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          if (fits) void save(days)
        }}
      >
        <Stack gap={3}>
          <NumberInput
            label={t`Days`}
            description={t`From ${i18n.number(least)} to ${i18n.number(most)}`}
            value={days}
            onChange={next => setDays(Number(next))}
            min={least}
            max={most}
            clampBehavior="none"
            allowDecimal={false}
            error={fits ? undefined : t`From ${i18n.number(least)} to ${i18n.number(most)}`}
            data-autofocus
          />
          {fits && <Preview kind={kind} days={days} />}
          <Row wrap align="stretch" justify="end" gap={2}>
            {kept.own && (
              <Button variant="default" onClick={() => void save(null)} disabled={busy}>
                <Trans>
                  As the installation: <Days days={installation} />
                </Trans>
              </Button>
            )}
            <Button type="submit" loading={busy} disabled={!fits || days === kept.days}>
              <Trans>Save</Trans>
            </Button>
          </Row>
        </Stack>
      </form>
    </Modal>
  )
}

function Preview({ kind, days }: Pick<KeptKind, 'kind' | 'days'>) {
  const { i18n } = useLingui()
  const { data, error } = useQuery({
    queryKey: [...RETENTION_KEY, 'preview', kind, days],
    queryFn: ({ signal }) => sendRequest(previewRetention, { kind, days }, { signal }),
  })
  const rows = i18n.number(data?.rows ?? 0)
  const whole = <ByteSize bytes={(data?.aDay.bytes ?? 0) * days} />
  const daily = <ByteSize bytes={data?.aDay.bytes ?? 0} />
  const before = i18n.date(data?.before ?? 0, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Stack gap={1} role="status">
      <Text as="p" tone="ink-2">
        {error ? (
          i18n._(wordsForError(error))
        ) : !data ? (
          <Trans>It is being counted …</Trans>
        ) : data.rows === 0 ? (
          <Trans>Nothing is older than {before}.</Trans>
        ) : data.more ? (
          <Trans>
            Records older than {before} that this would delete for good: more than {rows}
          </Trans>
        ) : (
          <Trans>
            Records older than {before} that this would delete for good: {rows}
          </Trans>
        )}
      </Text>
      {data && (
        <Text as="p" tone="ink-2">
          <Trans>
            In the long run these days take about {whole}; a day adds {daily}.
          </Trans>
        </Text>
      )}
    </Stack>
  )
}
