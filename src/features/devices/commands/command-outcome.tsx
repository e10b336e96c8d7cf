// What became of a command to one device, in one line beside its button.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { deviceCommand } from '../../../domain/device/command.ts'
import { WordMark } from '../../../resource/cells.tsx'
import { pageOptions } from '../../../resource/query.ts'
import { useRights } from '../../../resource/surroundings.ts'
import { Inline, Text } from '../../../ui/kit/parts.tsx'
import { reasonText, stateWord } from './command-words.ts'

const ASK_MS = 2_000
const over: readonly string[] = ['done', 'failed', 'expired']

export function CommandOutcome({ batchId }: { batchId: number | undefined }) {
  const { i18n } = useLingui()
  const may = useRights()
  const { data } = useQuery({
    ...pageOptions(deviceCommand, { page: 1, size: 1, sort: 'createdAt', batchId: batchId ?? 0 }),
    enabled: batchId !== undefined && may('deviceCommand.read'),
    refetchInterval: ({ state }) => (over.includes(state.data?.list[0]?.state ?? '') ? false : ASK_MS),
  })
  const row = data?.list[0]
  if (batchId === undefined || !row || row.batchId !== batchId) return null
  const word = stateWord(row.kind, row.state)
  return (
    <Inline wrap gap={2} role="status">
      <WordMark word={word} label={i18n._(word.label)} />
      {row.reason && (
        <Text size="small" tone="warning" breaks>
          {reasonText(row.reason, i18n)}
        </Text>
      )}
    </Inline>
  )
}
