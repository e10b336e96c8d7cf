// Under an alarm's story: who got a text message of it, who did not and why, and the way to send it once more.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type AlarmText, alarmText } from '../../domain/alarm/alarm-text.ts'
import { markOf } from '../../domain/entity.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { OfferButtons } from '../../resource/peek.tsx'
import { pageOptions } from '../../resource/query.ts'
import { useRights } from '../../resource/surroundings.ts'
import { formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { useGo } from './alarm-links.tsx'
import { textsPath } from './alarm-search.ts'
import { alarmTextView } from './alarm-text.view.tsx'
import css from './alarm-texts.module.css'
import { TextBadge, TextReason } from './text-peek.tsx'
import { textWayWords } from './text-words.ts'

/** More than these stand in the list of all. */
const SHOWN = 10

/** Nothing where no text message was sent, or where they are not one's to see. */
export function AlarmTexts({ id }: { id: number }) {
  const may = useRights()
  if (!may(markOf(alarmText, 'read'))) return null
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
      <p className={css.quiet} role="alert">
        <Trans>Text messages: {i18n._(wordsForError(query.error))}</Trans>
      </p>
    ) : null
  const { list, total } = query.data
  if (total === 0) return null
  const count = numberFormat(locale).format(total)
  return (
    <section className={css.texts} aria-label={t`Text messages`}>
      <h3 className={css.title}>
        <Trans>Text messages</Trans>
      </h3>
      <ul className={css.list}>
        {list.map(text => (
          <TextLine key={text.id} text={text} />
        ))}
      </ul>
      {total > list.length && (
        <a className={css.link} {...go(textsPath(id))}>
          <Trans>Show all {count}</Trans>
        </a>
      )}
    </section>
  )
}

function TextLine({ text }: { text: AlarmText }) {
  const { i18n } = useLingui()
  const { offersFor } = useActions()
  // Said once a line: a button that would refuse says no more than the line does.
  const offers = offersFor([text]).filter(offer => offer.blocked === undefined)
  return (
    <li className={css.line}>
      <p className={css.first}>
        <bdi className={css.name}>{text.personName ?? text.phone}</bdi>
        <TextBadge text={text} />
      </p>
      <p className={css.quiet}>
        <span>{i18n._(textWayWords[text.way])}</span>
        <bdi dir="ltr">{formatMoment(text.settledAt ?? text.sentAt ?? text.at)}</bdi>
        {text.againBy && (
          <span>
            <Trans>
              sent again by <bdi>{text.againBy}</bdi>
            </Trans>
          </span>
        )}
      </p>
      <TextReason text={text} />
      {offers.length > 0 && (
        <div className={css.actions}>
          <OfferButtons offers={offers} />
        </div>
      )}
    </li>
  )
}
