// Opens the plan of rooms for a community.
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { GeneratorDrawer } from './generator-drawer.tsx'

export function MakeRoomsButton({ communityId }: { communityId: number }) {
  const may = useRights()
  const online = useOnline()
  const [open, setOpen] = useState(false)
  if (!may('room.save')) return null
  return (
    <>
      <Button leftSection={<Icon name="plus" />} disabled={!online} onClick={() => setOpen(true)}>
        <Trans>Make rooms</Trans>
      </Button>
      {open && <GeneratorDrawer communityId={communityId} onClose={() => setOpen(false)} />}
    </>
  )
}
