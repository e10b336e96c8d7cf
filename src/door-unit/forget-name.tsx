// The name of the door. Held down, it asks whether this tablet is to be a door no more: visitors do not find that.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
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
      <h1 className={css.name}>
        <button
          type="button"
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
      <dialog ref={dialog} className={css.dialog}>
        <h2>
          <Trans>Forget this door unit?</Trans>
        </h2>
        <p>
          <Trans>This tablet will no longer ring for this door. To come back it needs a new code.</Trans>
        </p>
        <form method="dialog" className={css.choices}>
          <button type="submit" className={css.secondary}>
            <Trans>Keep</Trans>
          </button>
          <button type="button" className={css.danger} onClick={onForget}>
            <Trans>Forget</Trans>
          </button>
        </form>
      </dialog>
    </>
  )
}
