// The devices of one command with how far each got.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CommandState, deviceCommand } from '../../../domain/device/command.ts'
import { ActionsProvider, useActions } from '../../../resource/actions.tsx'
import { WordMark } from '../../../resource/cells.tsx'
import { wordsForError } from '../../../resource/error-words.ts'
import { pageOptions } from '../../../resource/query.ts'
import { useRights } from '../../../resource/surroundings.ts'
import { Age } from '../../../ui/age.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { look } from '../../../ui/kit/look.ts'
import { List, Muted, Row, Text } from '../../../ui/kit/parts.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Loading } from '../../../ui/states.tsx'
import { reasonText, stateWord } from './command-words.ts'
import css from './commands.module.css'
import { type Batch, deviceCommandView } from './device-command.view.tsx'

export type Part = 'all' | 'pending' | 'done' | 'failed'

const SHOWN = 20
const ASK_MS = 3_000

const statesOf: Record<Exclude<Part, 'all'>, CommandState[]> = {
  pending: ['waiting', 'sent', 'delivered'],
  done: ['done'],
  failed: ['failed', 'expired'],
}

export function BatchCommands(props: { batch: Batch; part: Part }) {
  return (
    <ActionsProvider view={deviceCommandView}>
      <Commands {...props} />
    </ActionsProvider>
  )
}

function Commands({ batch, part }: { batch: Batch; part: Part }) {
  const { i18n } = useLingui()
  const may = useRights()
  const { actionsFor } = useActions()
  const [page, setPage] = useState(1)
  const { data, error, isError } = useQuery({
    ...pageOptions(deviceCommand, {
      page,
      size: SHOWN,
      sort: 'createdAt',
      batchId: batch.id,
      ...(part !== 'all' && { state: statesOf[part] }),
    }),
    refetchInterval: batch.pending > 0 ? ASK_MS : false,
  })
  if (!data) {
    if (isError) return <Muted as="p">{i18n._(wordsForError(error))}</Muted>
    return <Loading variant="list" count={4} />
  }
  if (data.list.length === 0)
    return (
      <Muted as="p">
        <Trans>None of these.</Trans>
      </Muted>
    )
  return (
    <>
      <List shrink className={css.lines}>
        {data.list.map(row => {
          const word = stateWord(row.kind, row.state)
          const [cancel] = may('device.command') ? actionsFor([row]) : []
          return (
            <Row
              as="li"
              key={row.id}
              wrap
              gap={1}
              columnGap={3}
              wide
              atLeast="finger"
              padY={2}
              edgeBelow
              lastBare
            >
              <a
                className={look({ grows: 'small', shrink: true, breaks: true, quietLink: true })}
                href={`#/DeviceDtail?imei=${row.imei}`}
              >
                <bdi>{row.deviceName ?? row.imei}</bdi>
              </a>
              {row.reason && (
                <Text size="small" tone="warning" breaks>
                  {reasonText(row.reason, i18n)}
                </Text>
              )}
              <WordMark word={word} label={i18n._(word.label)} />
              <Muted>
                <Age at={row.finishedAt ?? row.sentAt ?? row.createdAt} />
              </Muted>
              {cancel && (
                <IconButton
                  icon="close"
                  label={cancel.blocked ?? cancel.label}
                  disabled={cancel.blocked !== undefined}
                  onClick={cancel.run}
                />
              )}
            </Row>
          )
        })}
      </List>
      {data.total > SHOWN && <Pagination page={page} pageSize={SHOWN} total={data.total} onPage={setPage} />}
    </>
  )
}
