// Permission resources as a tree: directories, menus, and the buttons that carry permissions.
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { TreePage } from '../../resource/tree-page.tsx'
import type { Row } from '../../resource/view.ts'
import { iconNames } from '../../ui/icons.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { statusWords } from './access-words.ts'
import { resourceView } from './resource.view.tsx'
import { resourceIcon, resourceName } from './resource-names.ts'

export function ResourcePage() {
  const { i18n, t } = useLingui()
  const { locale } = i18n
  const off = t`Disabled`
  const nodeOf = useCallback(
    (row: Row) => ({
      title: resourceName(row, locale),
      icon: resourceIcon(row, iconNames),
      aside: row.status === 'enabled' ? (typeof row.mark === 'string' && row.mark) || undefined : off,
    }),
    [locale, off],
  )
  return (
    <TreePage view={resourceView} nodeOf={nodeOf} childOf={childOf} badges={row => <Status row={row} />} />
  )
}

/** Under a directory stand menus, under a menu buttons, under a button nothing. */
function childOf(row: Row) {
  if (row.type === 'button') return undefined
  return { parentId: row.id, type: row.type === 'menu' ? 'button' : 'menu' }
}

function Status({ row }: { row: Row }) {
  const { i18n } = useLingui()
  const word = row.status === 'enabled' ? statusWords.enabled : statusWords.disabled
  return <SeverityBadge tone={word.tone}>{i18n._(word.label)}</SeverityBadge>
}
