// What goes through a transparent device: payloads in and out with their time and form, and sending.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { channelEntries, type channelEntry, sendPayload } from '../../../contract/endpoints/channel.ts'
import {
  fitsForm,
  MOST_PAYLOAD,
  type PayloadForm,
  payloadBytes,
  payloadForm,
} from '../../../domain/device/payload.ts'
import { sendRequest } from '../../../platform/http.ts'
import { showToast } from '../../../platform/toast.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { showFailure } from '../../../resource/run-command.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { List, Row, SectionTitle, Stack, Text } from '../../../ui/kit/parts.tsx'
import { formatMoment } from '../../../ui/locale.ts'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { SeverityBadge } from '../../../ui/severity-badge.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { stateWord } from '../commands/command-words.ts'
import type { Device } from '../device-badges.tsx'

type Entry = z.output<typeof channelEntry>

const SHOWN = 50
const ASK_MS = 5_000

export function ChannelCard({ device }: { device: Device }) {
  const { t } = useLingui()
  const may = useRights()
  return (
    <Stack as="section" gap={3} aria-label={t`Transparent channel`}>
      <SectionTitle below={2}>
        <Trans>Transparent channel</Trans>
      </SectionTitle>
      {may(sendPayload.access) && <SendForm device={device} />}
      <Entries device={device} />
    </Stack>
  )
}

function SendForm({ device }: { device: Device }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const [form, setForm] = useState<PayloadForm>('hex')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const data = form === 'hex' ? typed.replace(/\s/g, '') : typed
  const away = device.state === 'offline' || device.state === 'notActivated'
  const hindrance = !device.transparent
    ? t`Transparent transmission is off in the settings of the device.`
    : away
      ? t`The device is offline. Nothing is sent later.`
      : online
        ? undefined
        : t`No connection. This is not kept for later.`
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (data === '') return setProblem(t`Content to send must not be empty`)
    if (!fitsForm({ form, data }))
      return setProblem(form === 'hex' ? t`Hex has two digits from 0 to F a byte` : t`This is not valid JSON`)
    setBusy(true)
    try {
      await sendRequest(sendPayload, { imei: device.imei, payload: { form, data } })
      setTyped('')
      showToast({ kind: 'ok', message: msg`Sent successfully` })
      await client.invalidateQueries({ queryKey: ['device', device.imei, 'channel'] })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const bytes = payloadBytes({ form, data })
  return (
    <form className={look({ stack: true, gap: 3 })} onSubmit={event => void submit(event)} noValidate>
      <SegmentedFilter
        label={t`Form`}
        segments={payloadForm.options.map(value => ({ value, label: formWord(value, t`Text`) }))}
        value={form}
        onChange={next => {
          setForm(next)
          setProblem(undefined)
        }}
      />
      <Textarea
        label={t`Payload`}
        description={t`${bytes} bytes`}
        dir="ltr"
        autosize
        minRows={2}
        maxLength={MOST_PAYLOAD}
        value={typed}
        error={problem}
        onChange={event => {
          setTyped(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
      <Row wrap gap={2} columnGap={3}>
        <Button
          type="submit"
          loading={busy}
          disabled={hindrance !== undefined}
          leftSection={<Icon name="upload" />}
        >
          <Trans>Send</Trans>
        </Button>
        {hindrance && (
          <Text as="p" plain tone="ink-3">
            {hindrance}
          </Text>
        )}
      </Row>
    </form>
  )
}

function formWord(form: PayloadForm, text: string): string {
  return form === 'text' ? text : form.toUpperCase()
}

function Entries({ device }: { device: Device }) {
  const { i18n, t } = useLingui()
  const query = useInfiniteQuery({
    queryKey: ['device', device.imei, 'channel'],
    queryFn: ({ pageParam, signal }) =>
      sendRequest(
        channelEntries,
        { imei: device.imei, limit: SHOWN, ...(pageParam !== undefined && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: page => (page.length < SHOWN ? undefined : page.at(-1)?.at),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_MS,
  })
  const entries = query.data?.pages.flat()
  if (!entries) {
    if (query.isError)
      return <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
    return <Loading variant="list" count={3} />
  }
  if (entries.length === 0)
    return (
      <Empty
        icon="route"
        title={t`No payloads yet`}
        why={t`What connected equipment sends, and what is sent to it, appears here.`}
      />
    )
  return (
    <>
      <List as="ol" stack scroll="y" mah={480}>
        {entries.map(entry => (
          <Payload key={entry.key} entry={entry} />
        ))}
      </List>
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          <Trans>Show older ones</Trans>
        </Button>
      )}
    </>
  )
}

function Payload({ entry }: { entry: Entry }) {
  const { i18n, t } = useLingui()
  const { direction, at, form, data, state, userName } = entry
  const word = state && stateWord('raw', state)
  return (
    <Stack as="li" gap={1} padY={2} edgeBelow data-direction={direction}>
      <Row as="span" wrap gap={1} columnGap={2} size="small">
        <Icon
          name={direction === 'in' ? 'download' : 'upload'}
          size={14}
          label={direction === 'in' ? t`From the device` : t`To the device`}
        />
        <time dir="ltr" dateTime={new Date(at).toISOString()}>
          {formatMoment(at)}
        </time>
        <Text plain tone="ink-3">
          {formWord(form, t`Text`)}
        </Text>
        {word && <SeverityBadge tone={word.tone ?? 'info'}>{i18n._(word.label)}</SeverityBadge>}
        {userName && (
          <Text as="bdi" plain tone="ink-3">
            {userName}
          </Text>
        )}
      </Row>
      <code className={look({ lines: true, breaks: true })} dir="ltr">
        {form === 'hex' ? (data.toUpperCase().match(/../g)?.join(' ') ?? data) : data}
      </code>
    </Stack>
  )
}
