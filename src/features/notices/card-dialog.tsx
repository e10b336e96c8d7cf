// The notice that a card has been issued to a device: read and confirmed, once.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { wordsForError } from '../../resource/error-words.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { TopDialog } from '../../ui/top-dialog.tsx'
import css from './card-dialog.module.css'
import type { WaitingCard } from './notices.driver.ts'

export interface CardDialogProps {
  card: WaitingCard
  /** How many wait, this one included. */
  waiting: number
  onConfirm: () => Promise<void>
  onLater: () => void
}

export function CardDialog({ card, waiting, onConfirm, onLater }: CardDialogProps) {
  const { i18n } = useLingui()
  const [titleId, textId] = [useId(), useId()]
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const confirm = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await onConfirm()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }
  const { notice } = card
  return (
    <TopDialog titleId={titleId} textId={textId} onEscape={onLater}>
      <div className={css.body}>
        <header className={css.head}>
          <Icon name="card" size={22} />
          <h2 id={titleId} className={css.title} tabIndex={-1} data-initial-focus="">
            <Trans context="dialog">Message</Trans>
          </h2>
          {waiting > 1 && (
            <span className={css.count}>
              <Trans>1 of {waiting}</Trans>
            </span>
          )}
        </header>
        <p className={css.lead}>
          <Trans>A card has been issued to a device.</Trans>
        </p>
        <dl className={css.facts} id={textId}>
          <div>
            <dt>
              <Trans>Card</Trans>
            </dt>
            <dd>
              <bdi>{notice.cardInfo}</bdi>
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Device</Trans>
            </dt>
            <dd>
              {notice.deviceName && <bdi>{notice.deviceName}</bdi>}{' '}
              <bdi dir="ltr" className={css.imei}>
                {notice.imei}
              </bdi>
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Issued</Trans>
            </dt>
            <dd>
              <Age at={card.at} />
            </dd>
          </div>
        </dl>
        {problem !== undefined && (
          <p className={css.problem} role="alert">
            {i18n._(wordsForError(problem))}
          </p>
        )}
        <div className={css.buttons}>
          <Button variant="default" onClick={onLater} data-mantine-stop-propagation="true">
            <Trans>Later</Trans>
          </Button>
          <Button loading={busy} onClick={() => void confirm()} data-mantine-stop-propagation="true">
            <Trans>Confirm</Trans>
          </Button>
        </div>
      </div>
    </TopDialog>
  )
}
