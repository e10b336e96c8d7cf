// Above the list of recordings: whether calls are recorded, and on what terms. Whoever may decide, decides here.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readCallRecording, saveCallRecording } from '../../contract/endpoints/intercom.ts'
import { type CallRecordingMode, callRecordingMode } from '../../domain/intercom/call-recording.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'

const modeWords: Record<CallRecordingMode, MessageDescriptor> = {
  off: msg({ context: 'recording', message: 'Not recorded' }),
  announced: msg`The other end is told`,
  agreed: msg`The other end must agree`,
}
const meanings: Record<CallRecordingMode, MessageDescriptor> = {
  off: msg`Nobody can record calls at doors and between colleagues.`,
  announced: msg`Whoever is recorded sees so during the call. Where the law demands more, choose that the other end must agree.`,
  agreed: msg`Visitors and colleagues are asked on their screen, and can take it back. Door units without a screen are not recorded.`,
}
const KEY = ['callRecording']

export function CallSetting() {
  const { t, i18n } = useLingui()
  const may = useRights()
  const online = useOnline()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => sendRequest(readCallRecording, {}, { signal }),
  })
  const save = useMutation({
    mutationFn: (mode: CallRecordingMode) => sendRequest(saveCallRecording, { mode }),
    onSuccess: () => showToast({ kind: 'ok', message: msg`Saved` }),
    onError: showFailure,
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  const { data, error } = query
  if (!data && error)
    return (
      <Text as="p" padBelow={3} tone="critical" size="small" role="alert">
        {i18n._(wordsForError(error))}
      </Text>
    )
  if (!data) return null
  const who = data.changedBy ?? ''
  const mode = save.isPending ? save.variables : data.mode
  return (
    <Stack gap={1} padBelow={3} cols="minmax(0, 1fr)">
      <Row wrap gap={3}>
        <Text strong>
          <Trans>Recording of calls</Trans>
        </Text>
        {may(saveCallRecording.access) && online ? (
          <SegmentedFilter<CallRecordingMode>
            label={t`Recording of calls`}
            value={mode}
            wrap
            segments={callRecordingMode.options.map(each => ({
              value: each,
              label: i18n._(modeWords[each]),
            }))}
            onChange={next => {
              if (next !== mode) save.mutate(next)
            }}
          />
        ) : (
          <Text>{i18n._(modeWords[mode])}</Text>
        )}
      </Row>
      <Text as="p" size="small" tone="ink-2">
        {i18n._(meanings[mode])}{' '}
        {data.changedAt !== null && (
          <Text tone="ink-3">
            <Trans>
              Decided by <bdi>{who}</bdi>, <Age at={data.changedAt} />
            </Trans>
          </Text>
        )}
      </Text>
    </Stack>
  )
}
