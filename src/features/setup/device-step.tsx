// The first device: add it, give it its connection details, hear it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { newDeviceSecret } from '../../contract/endpoints/device.ts'
import { deviceCategory } from '../../domain/device/catalogue.ts'
import { device } from '../../domain/device/device.ts'
import { imeiIn } from '../../domain/setup/imei-in.ts'
import { sendRequest } from '../../platform/http.ts'
import { RequestError } from '../../platform/request-error.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { endpointsFor, nameIn, pageOptions } from '../../resource/query.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { ConnectionDetails } from './connection-details.tsx'
import { RoomLink } from './room-link.tsx'
import css from './setup.module.css'
import { type Facts, useRecount } from './use-setup.ts'

const ScanDrawer = lazy(async () => ({
  default: (await import('../../resource/scan/scan-drawer.tsx')).ScanDrawer,
}))

const MOST_CATEGORIES = 100
const fields = ['imei', 'name', 'categoryId'] as const

const wrongFieldOf = (error: unknown) =>
  error instanceof RequestError ? fields.find(field => error.field === field) : undefined

export function DeviceStep({ facts }: { facts: Facts }) {
  const may = useRights()
  const [added, setAdded] = useState<{ imei: string; secret: string }>()
  const mayAdd = may(endpointsFor(device).save.access) && may(newDeviceSecret.access)
  return (
    <Stack gap={4}>
      {added ? (
        <ConnectionDetails
          {...added}
          broker={facts.broker}
          heard={facts.heard}
          onNext={() => setAdded(undefined)}
        />
      ) : (
        mayAdd && <AddForm onAdded={setAdded} />
      )}
      <Row wrap gap={2}>
        <RoomLink to="/DeviceList" icon="helmet">
          <Trans>All devices</Trans>
        </RoomLink>
      </Row>
    </Stack>
  )
}

function AddForm({ onAdded }: { onAdded: (added: { imei: string; secret: string }) => void }) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const recount = useRecount()
  const categories = useQuery(pageOptions(deviceCategory, { page: 1, size: MOST_CATEGORIES, sort: 'sort' }))
  const [imei, setImei] = useState('')
  const [name, setName] = useState('')
  const [categoryId, setCategoryId] = useState<string | null>(null)
  const [scanning, setScanning] = useState(false)
  const add = useMutation({
    mutationFn: async () => {
      const row = { imei, name: name.trim(), categoryId: Number(categoryId) }
      await sendRequest(endpointsFor(device).save, row)
      return { imei, ...(await sendRequest(newDeviceSecret, { imei })) }
    },
    onSuccess: async made => {
      onAdded(made)
      await recount()
    },
  })
  const wrong = wrongFieldOf(add.error)
  const words = add.error ? i18n._(wordsForError(add.error)) : undefined
  return (
    <form
      className={look({ stack: true, gap: 3 })}
      onSubmit={event => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <TextInput
        label={t`IMEI`}
        description={t`10 to 20 digits, printed on the device. Scan them or type them.`}
        value={imei}
        inputMode="numeric"
        dir="ltr"
        maxLength={20}
        disabled={!online}
        error={wrong === 'imei' && words}
        rightSection={<IconButton icon="camera" label={t`Scan the IMEI`} onClick={() => setScanning(true)} />}
        onChange={event => setImei(event.currentTarget.value.replace(/\D/g, ''))}
      />
      <Stack gap={3} className={css.pair}>
        <TextInput
          label={t`Name`}
          value={name}
          maxLength={60}
          disabled={!online}
          error={wrong === 'name' && words}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Select
          label={t`Category`}
          placeholder={t`Choose what it is`}
          data={(categories.data?.list ?? []).map(row => ({
            value: String(row.id),
            label: nameIn(i18n.locale, deviceCategory, row),
          }))}
          value={categoryId}
          searchable
          disabled={!online || !categories.data}
          error={wrong === 'categoryId' && words}
          onChange={setCategoryId}
        />
      </Stack>
      {words !== undefined && wrong === undefined && (
        <Text as="p" role="alert" tone="critical">
          {words}
        </Text>
      )}
      <Row>
        <Button
          type="submit"
          loading={add.isPending}
          disabled={!online || imeiIn(imei) === undefined || name.trim() === '' || categoryId === null}
        >
          <Trans>Add and show how it connects</Trans>
        </Button>
      </Row>
      {scanning && (
        <Suspense fallback={null}>
          <ScanDrawer
            title={t`Scan the IMEI`}
            codeIn={imeiIn}
            onCode={read => {
              setImei(read)
              setScanning(false)
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      )}
    </form>
  )
}
