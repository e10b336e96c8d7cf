// The frame of the pages that send commands to devices: compose on one side, results and history on the other.
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { CommandKind } from '../../../domain/device/command-input.ts'
import { useSetSearch } from '../../../resource/address.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Card, Stack, Text } from '../../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../../ui/page-frame.tsx'
import { BatchBoard } from './batch-board.tsx'
import { BatchHistory } from './batch-history.tsx'
import type { CommandSearch } from './command-search.ts'
import type { Chosen } from './device-choice.ts'
import type { Batch } from './device-command.view.tsx'

interface CommandPageProps {
  title: string
  /** What the page is for, in one sentence. */
  about: ReactNode
  /** The right that composing needs. */
  permission: 'device.command' | 'device.settings' | 'device.switch'
  /** Kinds of command whose history it shows. */
  kinds: readonly CommandKind[]
  search: CommandSearch
  onRetry?: (batch: Batch, devices: ReadonlyMap<number, Chosen>) => void
  children: ReactNode
}

export function CommandPage({
  title,
  about,
  permission,
  kinds,
  search,
  onRetry,
  children,
}: CommandPageProps) {
  const may = useRights()
  const online = useOnline()
  const show = useShowBatch()
  const board = useRef<HTMLDivElement>(null)
  // On a narrow screen the result is below what was composed: it comes into view.
  useEffect(() => {
    if (search.batch !== undefined) board.current?.scrollIntoView({ block: 'nearest' })
  }, [search.batch])
  return (
    <PageFrame scrolls>
      <PageHead title={title} />
      <Text as="p" atMost="text" tone="ink-2">
        {about}
      </Text>
      {!online && (
        <Alert color="attention" icon={<Icon name="info" />}>
          <Trans>
            There is no connection now. Commands are never kept for later: send them when it is back.
          </Trans>
        </Alert>
      )}
      <Stack align="start" gap={4} cols="minmax(0, 1fr) minmax(0, 1.1fr)" oneWhenNarrow>
        <Card as="section" stack gap={3}>
          {may(permission) ? children : <NotAllowed />}
        </Card>
        {may('deviceCommand.read') && (
          <Stack gap={3} shrink>
            {search.batch !== undefined && (
              <Card stack gap={3} ref={board}>
                <BatchBoard
                  key={search.batch}
                  id={search.batch}
                  onRetry={may(permission) ? onRetry : undefined}
                />
              </Card>
            )}
            <BatchHistory kinds={kinds} present={search.batch} onOpen={show} />
          </Stack>
        )}
      </Stack>
    </PageFrame>
  )
}

/** Said plainly to who may look but not act. */
export function NotAllowed() {
  return (
    <Alert
      color="info"
      icon={<Icon name="lock" />}
      title={<Trans>You can look, but not send commands here</Trans>}
    >
      <Trans>Your role does not include it. An administrator of your company can grant it.</Trans>
    </Alert>
  )
}

/** Shows the results of a command, under an address that can be shared. */
export function useShowBatch(): (id: number) => void {
  const set = useSetSearch<CommandSearch>()
  return batch => set({ batch })
}

/** Why the last command was not taken. */
export function Failure({ failure }: { failure: unknown }) {
  const { i18n } = useLingui()
  if (failure === undefined) return null
  return (
    <Alert color="critical" role="alert">
      {i18n._(wordsForError(failure))}
    </Alert>
  )
}
