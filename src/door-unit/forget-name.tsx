// The name of the door. Held down, it asks whether this tablet is to be a door no more: visitors do not find that.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { look } from '../ui/kit/look.ts'
import { Box, Row, Stack, Text } from '../ui/kit/parts.tsx'
import { DoorButton } from './door-button.tsx'
import css from './door-page.module.css'

const HOLD_MS = 2_000

export function ForgetName({ name, onForget }: { name: string; onForget: () => void }) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hold = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => dialog.current?.showModal(), HOLD_MS)
  }
  const release = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <>
      <h1>
        <button
          type="button"
          className={look({ bare: true, pad: 0, strong: true, text: 'start' }, css.title)}
          onPointerDown={hold}
          onPointerUp={release}
          onPointerLeave={release}
          onPointerCancel={release}
          onContextMenu={event => event.preventDefault()}
          onKeyDown={event => {
            if (!event.repeat && (event.key === 'Enter' || event.key === ' ')) hold()
          }}
          onKeyUp={release}
          aria-description={t`Hold for two seconds to set up this tablet`}
        >
          {name}
        </button>
      </h1>
      <Box
        as="dialog"
        ref={dialog}
        w="min(440px, calc(100% - 32px))"
        pad={6}
        ground="surface"
        edge="line"
        round="dialog"
        tone="ink"
        className={css.dialog}
      >
        <Stack gap={4}>
          <Text as="h2" size="figure">
            <Trans>Forget this door unit?</Trans>
          </Text>
          <Text as="p" tone="ink-2">
            <Trans>This tablet will no longer ring for this door. To come back it needs a new code.</Trans>
          </Text>
          <Row as="form" method="dialog" wrap justify="end" gap={3}>
            <DoorButton type="submit" kind="secondary">
              <Trans>Keep</Trans>
            </DoorButton>
            <DoorButton type="button" kind="danger" onClick={onForget}>
              <Trans>Forget</Trans>
            </DoorButton>
          </Row>
        </Stack>
      </Box>
    </>
  )
}
