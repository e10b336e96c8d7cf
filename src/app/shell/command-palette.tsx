// Ctrl+K: pages of the menu and records, found by typing a name, its English one, its pinyin or initials, reached by the keyboard.
import { Trans, useLingui } from '@lingui/react/macro'
import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { SEARCH_LENGTH } from '../../domain/limits.ts'
import { keep, readKept } from '../../resource/kept.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { type NavigationItem, pagesOf } from './navigation.ts'
import { useRecords } from './palette-records.ts'
import { type Sound, usePinyin } from './use-pinyin.ts'

const SHOWN = 24
const PAGES_SHOWN = 8
/** Pages before the records; a name of a page is short and meant as it is. */
const PAGES_FIRST = 3
const RECENT_KEPT = 6
const RECENT = 'recent'

export interface Found {
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
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [asked] = useDebouncedValue(text.trim(), 180)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  const online = useOnline()
  const records = useRecords(asked)
  const sound = usePinyin()
  const wanted = text.trim().toLocaleLowerCase()
  const pages = pagesOf(items)
  const foundPages = rankedPages(pages, wanted, sound).slice(0, PAGES_SHOWN).map(foundPage)
  // A page is called as it is now: the language may have changed since somebody was there.
  const recent =
    wanted === ''
      ? readRecent().map(each => {
          const now = pages.find(({ item }) => item.path === each.path)
          return now ? foundPage(now) : each
        })
      : []
  const found =
    wanted === ''
      ? [...recent, ...foundPages.filter(page => !recent.some(each => each.path === page.path))]
      : [...foundPages.slice(0, PAGES_FIRST), ...records.found, ...foundPages.slice(PAGES_FIRST)]
  const shown = found.slice(0, SHOWN)
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
      <Row gap={3} padX={4} edgeBelow tone="ink-3">
        <Icon name="search" />
        <input
          data-autofocus
          className={look({
            bare: true,
            grow: true,
            shrink: true,
            size: 'lead',
            tone: 'ink',
            atLeast: 'tile',
            noRing: true,
          })}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={shown.length > 0 ? `${id}-${current}` : undefined}
          aria-label={t`Find a page, a device or another record`}
          placeholder={t`Find a page, a device or another record`}
          value={text}
          maxLength={SEARCH_LENGTH}
          autoComplete="off"
          spellCheck={false}
          onChange={event => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </Row>
      <Box
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t`Found`}
        pad={2}
        scroll="both"
        mah="min(440px, 60dvh)"
        goneWhenEmpty
      >
        {shown.map((each, index) => (
          // The field above has the keyboard
          <Row
            key={each.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            data-at={index}
            gap={3}
            atLeast="finger"
            padX={2}
            padY={1}
            round="control"
            tone="ink-2"
            pointer
            accents
            onClick={() => go(each)}
            onMouseMove={() => setAt(index)}
          >
            <Icon name={each.icon} />
            <Stack as="span" shrink tone="ink">
              <bdi>{each.title}</bdi>
              {each.detail && (
                <Text as="bdi" size="caption" tone="ink-2" clip>
                  {each.detail}
                </Text>
              )}
            </Stack>
          </Row>
        ))}
      </Box>
      <Text as="p" pad={5} tone="ink-2" text="center" goneWhenEmpty role="status">
        {!online && wanted !== '' ? (
          <Trans>No connection: only pages can be found</Trans>
        ) : (
          shown.length === 0 && (records.searching ? <Trans>Searching…</Trans> : <Trans>Nothing found</Trans>)
        )}
      </Text>
    </Modal>
  )
}

type Page = ReturnType<typeof pagesOf>[number]

const foundPage = ({ item, groups }: Page): Found => ({
  key: `page ${item.key}`,
  title: item.title,
  detail: groups.join(' · '),
  icon: item.pageIcon ?? item.icon ?? 'list',
  path: item.path ?? '/',
})

// A title that begins so comes before one that contains it, both before one that only sounds so.
function rankedPages(pages: readonly Page[], wanted: string, sound: Sound | undefined): Page[] {
  const ranked = pages.flatMap(page => {
    const { item, groups } = page
    const names = [item.title, ...(item.aliases ?? [])].map(name => name.toLocaleLowerCase())
    if (wanted === '' || names.some(name => name.startsWith(wanted))) return [{ page, rank: 0 }]
    const all = [...names, ...groups, item.path ?? ''].join(' ').toLocaleLowerCase()
    if (all.includes(wanted)) return [{ page, rank: 1 }]
    return names.some(name => sound?.(name, wanted)) ? [{ page, rank: 2 }] : []
  })
  return ranked.sort((one, other) => one.rank - other.rank).map(({ page }) => page)
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
