// Under an alarm's story: who got a text message of it, who did not and why, and the way to send it once more.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type AlarmText, alarmText } from '../../domain/alarm/alarm-text.ts'
import { permissionFor } from '../../domain/entity.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { ActionButtons } from '../../resource/peek.tsx'
import { pageOptions } from '../../resource/query.ts'
import { useRights } from '../../resource/surroundings.ts'
import { textWayWords } from '../../resource/text-words.ts'
import { look } from '../../ui/kit/look.ts'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { useGo } from './alarm-links.tsx'
import { textsPath } from './alarm-search.ts'
import { alarmTextView } from './alarm-text.view.tsx'
import { TextBadge, TextReason } from './text-peek.tsx'

/** More than these stand in the list of all. */
const SHOWN = 10

/** Nothing where no text message was sent, or where they are not one's to see. */
export function AlarmTexts({ id }: { id: number }) {
  const may = useRights()
  if (!may(permissionFor(alarmText, 'read'))) return null
  return (
    <ActionsProvider view={alarmTextView}>
      <Texts id={id} />
    </ActionsProvider>
  )
}

function Texts({ id }: { id: number }) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const go = useGo()
  const query = useQuery(pageOptions(alarmText, { page: 1, size: SHOWN, sort: '-at', alarmId: id }))
  if (!query.data)
    return query.isError ? (
      <Row as="p" wrap align="stretch" gap={0} columnGap={2} size="caption" tone="ink-3" role="alert">
        <Trans>Text messages: {i18n._(wordsForError(query.error))}</Trans>
      </Row>
    ) : null
  const { list, total } = query.data
  if (total === 0) return null
  const count = numberFormat(locale).format(total)
  return (
    <Stack as="section" gap={2} above={4} aria-label={t`Text messages`}>
      <Text as="h3" size="small" strong tone="ink-2">
        <Trans>Text messages</Trans>
      </Text>
      <List stack gap={2}>
        {list.map(text => (
          <TextLine key={text.id} text={text} />
        ))}
      </List>
      {total > list.length && (
        <a className={look({ tone: 'accent' })} {...go(textsPath(id))}>
          <Trans>Show all {count}</Trans>
        </a>
      )}
    </Stack>
  )
}

function TextLine({ text }: { text: AlarmText }) {
  const { i18n } = useLingui()
  const { actionsFor } = useActions()
  // Without blocked buttons: the line itself says already why the message cannot be sent again.
  const actions = actionsFor([text]).filter(action => action.blocked === undefined)
  return (
    <Stack as="li" gap="half" pad={2} edge="line" round="control">
      <Row as="p" wrap justify="between" gap={1} columnGap={2}>
        <Text as="bdi" shrink strong breaks>
          {text.personName ?? text.phone}
        </Text>
        <TextBadge text={text} />
      </Row>
      <Row as="p" wrap align="stretch" gap={0} columnGap={2} size="caption" tone="ink-3">
        <span>{i18n._(textWayWords[text.way])}</span>
        <bdi dir="ltr">{formatMoment(text.settledAt ?? text.sentAt ?? text.at)}</bdi>
        {text.againBy && (
          <span>
            <Trans>
              sent again by <bdi>{text.againBy}</bdi>
            </Trans>
          </span>
        )}
      </Row>
      <TextReason text={text} />
      {actions.length > 0 && (
        <Row wrap align="stretch" gap={2} above={1}>
          <ActionButtons actions={actions} />
        </Row>
      )}
    </Stack>
  )
}
