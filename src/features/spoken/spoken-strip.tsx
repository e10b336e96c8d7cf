// What was just said aloud, as text over every page.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { Age } from '../../ui/age.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { ShownNotice, SpokenBoard } from './spoken.driver.ts'
import css from './spoken-strip.module.css'
import { type AlarmNames, AlarmWords } from './standing-alarms.tsx'

export function SpokenStrip({ board, names }: { board: SpokenBoard; names: AlarmNames }) {
  const shown = useSyncExternalStore(board.subscribe, board.read)
  if (shown.length === 0) return null
  return (
    <ul className={css.strip}>
      {shown.map(notice => (
        <Line key={notice.key} notice={notice} names={names} onRead={() => board.dismiss(notice.key)} />
      ))}
    </ul>
  )
}

interface LineProps {
  notice: ShownNotice
  names: AlarmNames
  onRead: () => void
}

function Line({ notice, names, onRead }: LineProps) {
  const { t } = useLingui()
  const { text, author, at, stays, alarm } = notice
  return (
    <li className={css.line} data-tone={author === null ? 'critical' : 'info'}>
      <Icon name={author === null ? 'alert' : 'sound'} size={20} />
      <div className={css.words}>
        {alarm ? (
          <p className={css.text}>
            <AlarmWords alarm={alarm} names={names} />
          </p>
        ) : (
          <p className={css.text} dir="auto">
            {text}
          </p>
        )}
        <p className={css.by}>
          {author && (
            <>
              <bdi>{author}</bdi>
              {' · '}
            </>
          )}
          <Age at={at} />
        </p>
      </div>
      {stays ? (
        <Button variant="default" size="compact-sm" onClick={onRead}>
          <Trans>I have read it</Trans>
        </Button>
      ) : (
        <IconButton icon="close" label={t`Close`} onClick={onRead} />
      )}
    </li>
  )
}
