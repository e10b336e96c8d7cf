// Ctrl+K: pages of the menu and devices of the fleet, found by typing, reached by the keyboard.
import { Trans, useLingui } from '@lingui/react/macro'
import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { device } from '../../domain/device/device.ts'
import { markOf } from '../../domain/entity.ts'
import { keep, readKept } from '../../resource/kept.ts'
import { pageOptions } from '../../resource/query.ts'
import { useRights } from '../../resource/surroundings.ts'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import css from './command-palette.module.css'
import { type NavigationItem, pagesOf } from './navigation.ts'

const DEVICES_SHOWN = 8
const PAGES_SHOWN = 8
const RECENT_KEPT = 6
const RECENT = 'recent'

interface Found {
  key: string
  title: string
  detail: string
  icon: IconName
  path: string
}

export interface CommandPaletteProps {
  items: readonly NavigationItem[]
  onClose: () => void
}

export default function CommandPalette({ items, onClose }: CommandPaletteProps) {
  useFocusBack()
  const { t } = useLingui()
  const router = useRouter()
  const rights = useRights()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [asked] = useDebouncedValue(text.trim(), 180)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  const devices = useQuery({
    ...pageOptions(device, { q: asked, page: 1, size: DEVICES_SHOWN }),
    enabled: asked.length > 0 && rights(markOf(device, 'read')),
    placeholderData: keepPreviousData,
    // What was typed is not worth keeping on the device.
    meta: { offline: 'none' },
  })
  const wanted = text.trim().toLocaleLowerCase()
  const foundPages: Found[] = rankedPages(pagesOf(items), wanted)
    .slice(0, PAGES_SHOWN)
    .map(({ item, groups }) => ({
      key: `page ${item.key}`,
      title: item.title,
      detail: groups.join(' · '),
      icon: item.icon ?? 'list',
      path: item.path ?? '/',
    }))
  const foundDevices: Found[] = (asked === '' ? [] : (devices.data?.list ?? [])).map(row => ({
    key: `device ${row.id}`,
    title: row.name,
    detail: [row.wearerName, row.imei].filter(Boolean).join(' · '),
    icon: 'helmet',
    path: `/DeviceDtail?imei=${encodeURIComponent(row.imei)}`,
  }))
  const recent = wanted === '' ? readRecent() : []
  const found =
    wanted === ''
      ? [...recent, ...foundPages.filter(page => !recent.some(each => each.path === page.path))]
      : [...foundDevices, ...foundPages]
  const shown = found.slice(0, DEVICES_SHOWN + PAGES_SHOWN)
  const current = Math.min(at, shown.length - 1)

  useEffect(() => {
    list.current?.querySelector(`[data-at="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const go = (target: Found | undefined) => {
    if (!target) return
    keep(RECENT, [target, ...readRecent().filter(each => each.path !== target.path)].slice(0, RECENT_KEPT))
    onClose()
    router.history.push(target.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && shown.length > 0) {
      event.preventDefault()
      setAt((current + step + shown.length) % shown.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      go(shown[current])
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="10dvh"
      padding={0}
      aria-label={t`Search`}
    >
      <div className={css.field}>
        <Icon name="search" />
        <input
          data-autofocus
          className={css.input}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={shown.length > 0 ? `${id}-${current}` : undefined}
          aria-label={t`Find a device or a page`}
          placeholder={t`Find a device or a page`}
          value={text}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={event => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t`Found`} className={css.list}>
        {shown.map((each, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
          <div
            key={each.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            data-at={index}
            className={css.option}
            onClick={() => go(each)}
            onMouseMove={() => setAt(index)}
          >
            <Icon name={each.icon} />
            <span className={css.words}>
              <bdi>{each.title}</bdi>
              {each.detail && <bdi className={css.detail}>{each.detail}</bdi>}
            </span>
          </div>
        ))}
      </div>
      {shown.length === 0 && (
        <p className={css.nothing} role="status">
          {devices.isFetching ? <Trans>Searching…</Trans> : <Trans>Nothing found</Trans>}
        </p>
      )}
    </Modal>
  )
}

type Page = ReturnType<typeof pagesOf>[number]

// What exists comes before what does not yet, a title that begins so before one that contains it.
function rankedPages(pages: readonly Page[], wanted: string): Page[] {
  const rank = ({ item }: Page) =>
    (item.muted ? 2 : 0) + (item.title.toLocaleLowerCase().startsWith(wanted) ? 0 : 1)
  return pages
    .filter(({ item, groups }) =>
      [item.title, ...groups, item.path ?? ''].join(' ').toLocaleLowerCase().includes(wanted),
    )
    .sort((one, other) => rank(one) - rank(other))
}

function readRecent(): Found[] {
  const kept = readKept(RECENT)
  return Array.isArray(kept) ? kept.filter(isFound) : []
}

function isFound(value: unknown): value is Found {
  return (
    typeof value === 'object' &&
    value !== null &&
    'key' in value &&
    'title' in value &&
    'detail' in value &&
    'icon' in value &&
    'path' in value &&
    typeof value.path === 'string' &&
    value.path.startsWith('/')
  )
}
