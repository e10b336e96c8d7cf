// Commands to a device with how far each got; those on their way can be cancelled.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { deviceCommand } from '../../domain/device/command.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { WordMark, wordText } from '../../resource/cells.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { pageOptions } from '../../resource/query.ts'
import { Age } from '../../ui/age.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { List, Row, Text } from '../../ui/kit/parts.tsx'
import { Loading } from '../../ui/states.tsx'
import { commandText, reasonText } from './commands/command-words.ts'
import { deviceCommandView } from './device-command.view.tsx'

const SHOWN = 10
/** Delivery moves on by messages; asking now and then catches what was missed. */
const ASK_MS = 20_000

export function CommandQueue({ imei }: { imei: string }) {
  return (
    <ActionsProvider view={deviceCommandView}>
      <Queue imei={imei} />
    </ActionsProvider>
  )
}

function Queue({ imei }: { imei: string }) {
  const { i18n } = useLingui()
  const { actionsFor } = useActions()
  const { data, isError, error } = useQuery({
    ...pageOptions(deviceCommand, { page: 1, size: SHOWN, sort: '-createdAt', imei }),
    refetchInterval: ASK_MS,
  })
  if (!data) {
    if (isError)
      return (
        <Text as="p" size="caption" tone="ink-3">
          {i18n._(wordsForError(error))}
        </Text>
      )
    return <Loading variant="list" count={3} />
  }
  if (data.list.length === 0) {
    return (
      <Text as="p" size="caption" tone="ink-3">
        <Trans>No command has been sent yet.</Trans>
      </Text>
    )
  }
  return (
    <List>
      {data.list.map(row => {
        const words = deviceCommandView.words.state?.[row.state]
        const { title, detail } = commandText(row, i18n)
        const [cancel] = actionsFor([row])
        return (
          <Row as="li" key={row.id} wrap gap={1} columnGap={3} atLeast="finger" edgeBelow lastBare>
            <Text grow shrink breaks>
              {title}
              {detail && (
                <Text as="bdi" size="caption" tone="ink-3">
                  {' '}
                  {detail}
                </Text>
              )}
            </Text>
            <WordMark word={words} label={wordText(deviceCommandView, 'state', row.state, i18n)} />
            <Text size="caption" tone="ink-3">
              {row.userName && <bdi>{row.userName} · </bdi>}
              <Age at={row.createdAt} />
            </Text>
            {row.reason && (
              <Text size="small" tone="critical">
                {reasonText(row.reason, i18n)}
              </Text>
            )}
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
  )
}
