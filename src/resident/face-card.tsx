// The resident's face for the doors: taken with the phone, sent with consent, made small before it leaves.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { type Home, residentFaceSend } from '../contract/endpoints/resident-page.ts'
import { DoorButton } from '../door-unit/door-button.tsx'
import { sendRequest } from '../platform/http.ts'
import { Card, SectionTitle, Stack, Text } from '../ui/kit/parts.tsx'
import { Field } from './form-parts.tsx'
import { problemOf } from './problem-words.ts'

const SIDE = 720

/** As a JPEG of at most that many pixels a side, in base64. */
async function smaller(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', 0.9).replace(/^[^,]*,/, '')
}

export function FaceCard({ home }: { home: Home }) {
  const { i18n, t } = useLingui()
  const id = useId()
  const [file, setFile] = useState<File>()
  const [birthDate, setBirthDate] = useState('')
  const [guardianName, setGuardianName] = useState('')
  const [agrees, setAgrees] = useState(false)
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<MessageDescriptor>()
  const send = async () => {
    if (!file) return
    setBusy(true)
    setTold(undefined)
    try {
      const picture = await smaller(file)
      const { occupancyId } = home
      await sendRequest(residentFaceSend, { occupancyId, picture, birthDate, guardianName, consent: true })
      setTold(msg`Sent: the property management looks at it.`)
      setFile(undefined)
    } catch (error) {
      setTold(problemOf(error))
    }
    setBusy(false)
  }
  return (
    <Card pad={3}>
      <Stack gap={3}>
        <SectionTitle>
          <Trans>Open with my face</Trans>
        </SectionTitle>
        <Field
          label={t`Picture of my face`}
          type="file"
          accept="image/jpeg,image/png"
          capture="user"
          onChange={event => setFile(event.target.files?.[0])}
        />
        <Field
          label={t`Birthday`}
          type="date"
          value={birthDate}
          onChange={event => setBirthDate(event.target.value)}
        />
        <Field
          label={t`Below 14: name of the guardian who agrees`}
          value={guardianName}
          onChange={event => setGuardianName(event.target.value)}
        />
        <Text as="label" htmlFor={id} tone="ink-2">
          <input
            id={id}
            type="checkbox"
            checked={agrees}
            onChange={event => setAgrees(event.target.checked)}
          />{' '}
          <Trans>
            I agree that the doors of my home compare my face to open, and nothing else. A card or this page
            opens them too. It is erased when I move out, or when I ask for it.
          </Trans>
        </Text>
        <DoorButton
          type="button"
          kind="secondary"
          disabled={busy || !file || birthDate === '' || !agrees}
          onClick={() => void send()}
        >
          <Trans>Send</Trans>
        </DoorButton>
        <Text as="p" role="status">
          {told && i18n._(told)}
        </Text>
      </Stack>
    </Card>
  )
}
