// Labels of what was chosen in a list; the sheet comes when somebody wants it.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import type { Label } from './labels-drawer.tsx'

const LabelsDrawer = lazy(async () => ({ default: (await import('./labels-drawer.tsx')).LabelsDrawer }))

export function LabelsButton({ labels }: { labels: readonly Label[] }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  if (labels.length === 0) return null
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="grid" />}
        onClick={() => setOpen(true)}
      >{t`Labels`}</Button>
      {open && (
        <Suspense fallback={null}>
          <LabelsDrawer labels={labels} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
