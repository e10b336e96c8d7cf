// The button that opens an import; what is behind it loads when it is pressed.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../ui/icons.tsx'
import { useOnline } from './surroundings.ts'
import type { View } from './view.ts'

const ImportDrawer = lazy(() => import('./import-drawer.tsx'))

/** The import itself, where something else than the button opened it. */
export function OpenImport({ view, onClose }: { view: View; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <ImportDrawer view={view} onClose={onClose} />
    </Suspense>
  )
}

export function ImportButton({ view }: { view: View }) {
  const { t } = useLingui()
  const online = useOnline()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="upload" />}
        disabled={!online}
        onClick={() => setOpen(true)}
      >
        {t`Import`}
      </Button>
      {open && <OpenImport view={view} onClose={() => setOpen(false)} />}
    </>
  )
}
