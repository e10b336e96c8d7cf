// Makes the rooms of whole buildings: a few numbers, a look at what would come of them, then all at once.
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Drawer } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { generateRoomsOf, previewRooms } from '../../contract/endpoints/community.ts'
import { community } from '../../domain/community/community.ts'
import { MOST_ROOMS, sizeOf } from '../../domain/community/room-generator.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { invalidateEntity, rowOptions } from '../../resource/query.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { Row, Stack } from '../../ui/kit/parts.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { PlanFields } from './plan-fields.tsx'
import { PlanPreview } from './plan-preview.tsx'
import { firstPlan, planOf, type TypedPlan } from './typed-plan.ts'

type Preview = z.output<typeof previewRooms.response>

interface GeneratorDrawerProps {
  communityId?: number | undefined
  onClose: () => void
}

export function GeneratorDrawer({ communityId: given, onClose }: GeneratorDrawerProps) {
  const { t } = useLingui()
  useFocusBack()
  const phone = useScreen() === 'phone'
  const online = useOnline()
  const client = useQueryClient()
  const [communityId, setCommunityId] = useState(given)
  const [typed, setTyped] = useState<TypedPlan>(firstPlan)
  const [preview, setPreview] = useState<Preview>()
  const [busy, setBusy] = useState(false)
  const rules = useQuery({ ...rowOptions(community, communityId ?? 0), enabled: communityId !== undefined })
  const read = planOf(typed)
  const size = read.plan ? sizeOf(read.plan) : 0
  const ready = communityId !== undefined && read.plan !== undefined && size > 0 && size <= MOST_ROOMS
  const change = (changes: Partial<TypedPlan>) => {
    setTyped({ ...typed, ...changes })
    setPreview(undefined)
  }
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const asked = communityId !== undefined && read.plan && { communityId, plan: read.plan }
  const look = () =>
    run(async () => {
      if (asked) setPreview(await sendRequest(previewRooms, asked))
    })
  const make = () =>
    run(async () => {
      if (!asked) return
      const { rooms } = await sendRequest(generateRoomsOf, asked)
      await invalidateEntity(client, { ...community, shownIn: ['building', 'unit', 'room'] })
      showToast({ kind: 'ok', message: rooms === 1 ? msg`One room is made` : msg`${rooms} rooms are made` })
      onClose()
    })
  const clear = preview && preview.doubled.length === 0 && preview.malformed === null
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 520}
      title={t`Make rooms`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap={4}>
        <ReferenceSelect
          label={t`Community`}
          name="communityId"
          entityKey="community"
          value={communityId ?? null}
          known={rules.data?.name}
          withAsterisk
          onChange={value => {
            setCommunityId(typeof value === 'number' ? value : undefined)
            setPreview(undefined)
          }}
        />
        <PlanFields typed={typed} problems={read.problems} onChange={change} />
        {rules.data && read.plan && <PlanPreview plan={read.plan} rules={rules.data} preview={preview} />}
        <Row gap={2} wrap justify="end">
          {preview && clear && preview.rooms > 0 && (
            <Button disabled={!online || busy} onClick={() => void make()}>
              <Plural value={preview.rooms} one="Make # room" other="Make # rooms" />
            </Button>
          )}
          <Button
            variant={preview ? 'default' : 'filled'}
            disabled={!online || busy || !ready}
            onClick={() => void look()}
          >
            <Trans>Preview</Trans>
          </Button>
        </Row>
      </Stack>
    </Drawer>
  )
}
