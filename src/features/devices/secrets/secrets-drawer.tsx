// Secrets or claim codes for many devices: what is wanted, how far it is, and then once to be kept as a file or printed.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Drawer, Radio } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { csvBlob, csvText } from '../../../resource/csv.ts'
import { giveFile } from '../../../resource/give-file.ts'
import { showFailure } from '../../../resource/run-command.ts'
import { type Label, PrintedLabels, ShownLabels } from '../../../resource/scan/labels-drawer.tsx'
import { useOnline } from '../../../resource/surroundings.ts'
import { useFocusBack } from '../../../ui/arrival-focus.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Row, Stack, Text } from '../../../ui/kit/parts.tsx'
import { useScreen } from '../../../ui/pointer.ts'
import { LifeField, OverlapField } from './hours-field.tsx'
import { idsOfFound, type Made, makeSecrets, type Wanted } from './make-secrets.ts'
import type { ChosenDevices } from './secrets-button.tsx'

/** A sheet of more would take the browser a while; the file has them all. */
const MOST_SHOWN = 12
const DAY = 24

const labelOf = ({ imei, name, secret, code }: Made): Label => ({
  code: code ?? secret ?? '',
  name,
  detail: imei,
  holds: JSON.stringify(code === undefined ? { imei, secret } : { imei, code }),
})

export function SecretsDrawer({ devices, found, onClose }: ChosenDevices & { onClose: () => void }) {
  useFocusBack()
  const { t } = useLingui()
  const online = useOnline()
  const phone = useScreen() === 'phone'
  const [wanted, setWanted] = useState<Wanted>({ what: 'secrets', hours: DAY })
  const [made, setMade] = useState<readonly Made[]>([])
  const [ids, setIds] = useState<readonly number[]>()
  const [busy, setBusy] = useState(false)
  const [kept, setKept] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const ending = useRef(new AbortController())
  useEffect(() => () => ending.current.abort(), [])

  const total = ids?.length ?? (found ? undefined : devices.length)
  const isOver = ids !== undefined && !busy && made.length >= ids.length
  const make = async () => {
    setBusy(true)
    const { signal } = ending.current
    try {
      const all = ids ?? (found ? await idsOfFound(found, signal) : devices.map(({ id }) => id))
      setIds(all)
      const done = new Set(made.map(({ id }) => id))
      const left = all.filter(id => !done.has(id))
      let here = made
      await makeSecrets(left, wanted, {
        signal,
        made: some => {
          here = [...here, ...some]
          setMade(here)
          setKept(false)
        },
      })
      // Devices that are gone by now get none.
      setIds(here.map(({ id }) => id))
    } catch (error) {
      if (!signal.aborted) showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const save = () => {
    const isCodes = wanted.what === 'codes'
    const head = ['imei', 'name', isCodes ? 'code' : 'secret', ...(isCodes ? ['expires'] : [])]
    const lines = made.map(({ imei, name, secret, code, expiresAt }) => [
      imei,
      name,
      code ?? secret ?? '',
      ...(expiresAt === undefined ? [] : [new Date(expiresAt).toISOString()]),
    ])
    giveFile(csvBlob(csvText([head, ...lines])), isCodes ? 'claim-codes.csv' : 'device-secrets.csv')
    setKept(true)
  }
  const leave = () => (busy || (made.length > 0 && !kept) ? setLeaving(true) : onClose())
  const begun = busy || made.length > 0
  const labels = made.map(labelOf)

  return (
    <>
      <Drawer
        opened
        onClose={leave}
        position="right"
        size={phone ? '100%' : 520}
        closeOnClickOutside={false}
        title={t`Secrets of devices`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <Stack gap={4}>
          {!begun && <Choice wanted={wanted} onChange={setWanted} />}
          {!isOver && (
            <Row wrap gap={3}>
              <Button loading={busy} disabled={!online || total === 0} onClick={() => void make()}>
                {made.length > 0 ? (
                  <Trans>Go on</Trans>
                ) : total === undefined ? (
                  <Trans>Make them for all found</Trans>
                ) : wanted.what === 'secrets' ? (
                  <Plural value={total} one="Make a secret" other="Make # secrets" />
                ) : (
                  <Plural value={total} one="Make a code" other="Make # codes" />
                )}
              </Button>
            </Row>
          )}
          {begun && total !== undefined && (
            <Stack gap={1}>
              <progress value={made.length} max={Math.max(total, 1)} aria-label={t`Made so far`} />
              <Text role="status" tone="ink-2">
                <Trans>
                  {made.length} of {total}
                </Trans>
              </Text>
            </Stack>
          )}
          {made.length > 0 && !busy && (
            <>
              <Text as="p">
                <Trans>
                  They are shown this once. Keep the file or print them: here only their hashes stay.
                </Trans>
              </Text>
              <Row wrap gap={2}>
                <Button leftSection={<Icon name="download" />} onClick={save}>{t`Download as CSV`}</Button>
                <Button
                  variant="default"
                  leftSection={<Icon name="report" />}
                  onClick={() => {
                    globalThis.print()
                    setKept(true)
                  }}
                >
                  {t`Print`}
                </Button>
              </Row>
              <ShownLabels labels={labels.slice(0, MOST_SHOWN)} />
              {labels.length > MOST_SHOWN && (
                <Text as="p" tone="ink-2">
                  <Plural
                    value={labels.length - MOST_SHOWN}
                    one="One more is in the file and on the sheet."
                    other="# more are in the file and on the sheet."
                  />
                </Text>
              )}
            </>
          )}
        </Stack>
      </Drawer>
      {made.length > 0 && !busy && <PrintedLabels labels={labels} />}
      <Confirm
        opened={leaving}
        critical
        title={t`Close without keeping them?`}
        confirmLabel={t`Close`}
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      >
        <Trans>What was made so far is in force and cannot be shown again.</Trans>
      </Confirm>
    </>
  )
}

function Choice({ wanted, onChange }: { wanted: Wanted; onChange: (wanted: Wanted) => void }) {
  const { t } = useLingui()
  const { what, hours } = wanted
  return (
    <>
      <Radio.Group
        label={t`What to make`}
        value={what}
        onChange={next => onChange({ what: next === 'codes' ? 'codes' : 'secrets', hours: DAY })}
      >
        <Row wrap gap={4}>
          <Radio value="secrets" label={t`New secrets`} />
          <Radio value="codes" label={t`Claim codes`} />
        </Row>
      </Radio.Group>
      <Text as="p" tone="ink-2">
        {what === 'secrets' ? (
          <Trans>
            Each device gets a new secret. The old one works until the new one is used, or its time is over.
          </Trans>
        ) : (
          <Trans>
            Whoever installs a device, or the device itself, fetches its secret with its code: once, over
            HTTPS.
          </Trans>
        )}
      </Text>
      {what === 'secrets' ? (
        <OverlapField value={hours} onChange={next => onChange({ what, hours: next })} />
      ) : (
        <LifeField value={hours} onChange={next => onChange({ what, hours: next })} />
      )}
    </>
  )
}
