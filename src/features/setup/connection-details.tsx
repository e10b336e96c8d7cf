// How the device that was just added connects, with its secret this once, and whether it is heard.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { topics } from '../../contract/topics.ts'
import { showToast } from '../../platform/toast.ts'
import { TextPicture } from '../../resource/scan/label-picture.tsx'
import { Age } from '../../ui/age.tsx'
import { Facts as FactList } from '../../ui/facts.tsx'
import { FieldCopy } from '../../ui/field-copy.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import css from './setup.module.css'
import type { Facts } from './use-setup.ts'

interface ConnectionDetailsProps {
  imei: string
  secret: string
  broker: Facts['broker']
  heard: Facts['heard']
  onNext: () => void
}

export function ConnectionDetails({ imei, secret, broker, heard, onNext }: ConnectionDetailsProps) {
  const { t } = useLingui()
  const host = broker.host ?? location.hostname
  const scheme = broker.tls ? 'mqtts' : 'mqtt'
  const address = `${scheme}://${imei}:${secret}@${host}:${broker.port}`
  const line = `mosquitto_pub -h ${host} -p ${broker.port} -i ${imei} -u ${imei} -P '${secret}' -q 1 -t ${topics.fromDevice(imei)} -m '{"code":"1001"}'`
  const copy = (label: string, value: string) => (
    <Text mono size="small" breaks>
      <FieldCopy
        label={label}
        value={value}
        onProblem={text => showToast({ kind: 'tip', message: { id: text, message: text } })}
      />
    </Text>
  )
  return (
    <Stack gap={4}>
      <Stack gap={3} pad={4} ground="sunken" round="card">
        <Text as="p" strong>
          <Trans>Give the device these details now. The password is shown this once.</Trans>
        </Text>
        <Row wrap gap={4} align="start">
          <Box className={css.picture}>
            <TextPicture text={address} label={t`QR code of the connection details`} />
          </Box>
          <Box grow shrink data-details="">
            <FactList
              facts={[
                { id: 'host', label: t`Host`, value: copy(t`host`, host) },
                { id: 'port', label: t`Port`, value: copy(t`port`, String(broker.port)) },
                { id: 'user', label: t`User name`, value: copy(t`user name`, imei) },
                { id: 'password', label: t`Password`, value: copy(t`password`, secret) },
                { id: 'topic', label: t`Publishes to`, value: copy(t`topic`, topics.fromDevice(imei)) },
              ]}
            />
          </Box>
        </Row>
        <Stack gap={1}>
          <Muted>
            <Trans>To try it without a device, on any machine with an MQTT client:</Trans>
          </Muted>
          {copy(t`command`, line)}
        </Stack>
      </Stack>
      <Heard imei={imei} heard={heard} />
      <Row>
        <Button variant="default" onClick={onNext}>
          <Trans>Add another device</Trans>
        </Button>
      </Row>
    </Stack>
  )
}

function Heard({ imei, heard }: Pick<ConnectionDetailsProps, 'imei' | 'heard'>) {
  const mine = heard?.imei === imei ? heard : undefined
  return (
    <Row
      gap={3}
      pad={3}
      round="card"
      ground={mine ? 'ok-soft' : 'attention-soft'}
      tone={mine ? 'ok' : 'attention'}
      strong
      role="status"
      data-heard={mine !== undefined}
    >
      <Icon name={mine ? 'check' : 'clock'} size={20} />
      <Text>
        {mine ? (
          <Trans>
            We hear it: <Age at={mine.at} />
          </Trans>
        ) : (
          <Trans>Waiting for its first message. This turns green by itself.</Trans>
        )}
      </Text>
    </Row>
  )
}
