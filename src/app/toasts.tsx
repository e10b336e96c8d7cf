// Shows the toasts of all rooms.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { TOAST_MS } from '../contract/envelope.ts'
import { RequestError } from '../platform/request-error.ts'
import { listenToToasts } from '../platform/toast.ts'
import { wordsForError } from '../resource/error-words.ts'
import { Icon } from '../ui/icons.tsx'
import { Row } from '../ui/kit/parts.tsx'
import { router } from './router.ts'
import css from './toasts.module.css'

/** What offers a way back stands long enough to be read and reached. */
const UNDO_MS = 8_000

const looks = {
  ok: { color: 'ok', icon: 'check' },
  tip: { color: 'attention', icon: 'info' },
  error: { color: 'critical', icon: 'alert' },
} as const

export default function Toasts() {
  const { i18n, t } = useLingui()
  useEffect(() => {
    const shown = new WeakSet<RequestError>()
    return listenToToasts(({ kind, message, undo, link }) => {
      if (message instanceof RequestError) {
        // The room that called and the catch-all may both report one failure. The end of a session tells itself.
        if (shown.has(message) || message.id === 'session.ended' || message.kind === 'aborted') return
        shown.add(message)
      }
      const text = i18n._(message instanceof RequestError ? wordsForError(message) : message)
      const offer = undo
        ? { label: t`Undo`, run: undo }
        : link && { label: i18n._(link.label), run: () => router.history.push(link.to) }
      const { color, icon } = looks[kind]
      // The same words twice at once are one toast.
      const id = `${kind} ${text}`
      const show = {
        id,
        color,
        icon: <Icon name={icon} />,
        autoClose: offer ? UNDO_MS : TOAST_MS,
        withBorder: true,
      }
      notifications.hide(id)
      notifications.show({
        ...show,
        message: offer ? (
          <Row as="span" justify="between" gap={3}>
            {text}
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                notifications.hide(id)
                offer.run()
              }}
            >
              {offer.label}
            </Button>
          </Row>
        ) : (
          text
        ),
        closeButtonProps: { 'aria-label': t`Close` },
      })
    })
  }, [i18n, t])
  return <Notifications position="bottom-center" limit={4} containerWidth={420} className={css.toasts} />
}
