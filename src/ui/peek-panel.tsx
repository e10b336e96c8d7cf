// The panel beside a list that tells about the chosen row; on a phone it is the page.
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { Icon, type IconName } from './icons.tsx'
import css from './peek-panel.module.css'
import { useScreen } from './pointer.ts'

export interface PeekPanelProps {
  icon?: IconName
  title: ReactNode
  /** The identifier under the title. */
  subtitle?: ReactNode
  badges?: ReactNode
  /** The three usual actions. */
  actions?: ReactNode
  onClose: () => void
  /** Opens the full page. */
  onExpand?: () => void
  children?: ReactNode
}

export function PeekPanel(props: PeekPanelProps) {
  const { t } = useLingui()
  const titleId = useId()
  const phone = useScreen() === 'phone'
  const heading = useRef<HTMLHeadingElement>(null)
  // As a page it takes the focus; beside the list the focus stays in the list, where J and K walk.
  useEffect(() => {
    if (phone) heading.current?.focus({ preventScroll: true })
  }, [phone])
  return (
    <aside
      className={css.panel}
      aria-labelledby={titleId}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.defaultPrevented) props.onClose()
      }}
    >
      <header className={css.head}>
        <div className={css.line}>
          {phone ? (
            <IconButton icon="back" label={t`Back to the list`} onClick={props.onClose} />
          ) : (
            props.icon && (
              <span className={css.icon}>
                <Icon name={props.icon} size={22} />
              </span>
            )
          )}
          <div className={css.names}>
            <h2 id={titleId} ref={heading} tabIndex={-1} className={css.title}>
              <bdi>{props.title}</bdi>
            </h2>
            {props.subtitle !== undefined && <div className={css.subtitle}>{props.subtitle}</div>}
          </div>
          {props.onExpand && (
            <IconButton icon="expand" label={t`Open the full page`} onClick={props.onExpand} />
          )}
          {!phone && <IconButton icon="close" label={t`Close the panel`} onClick={props.onClose} />}
        </div>
        {props.badges !== undefined && <div className={css.badges}>{props.badges}</div>}
        {props.actions !== undefined && <div className={css.actions}>{props.actions}</div>}
      </header>
      <div className={css.body}>{props.children}</div>
    </aside>
  )
}

export interface PeekSectionProps {
  title?: ReactNode
  /** At the end of the title's line: the figure that matters. */
  aside?: ReactNode
  children: ReactNode
}

export function PeekSection({ title, aside, children }: PeekSectionProps) {
  return (
    <section className={css.section}>
      {(title !== undefined || aside !== undefined) && (
        <div className={css.sectionHead}>
          <h3 className={css.sectionTitle}>{title}</h3>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
